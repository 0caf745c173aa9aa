/** What is wrong with a certificate, and what to do about it. */
interface CertificateFault {
  what: string;
  advice: string;
}

const PRIVATE_CA = 'for a private CA set NODE_EXTRA_CA_CERTS to a file with it';
const TRUST_IT = `replace the certificate, or ${PRIVATE_CA}`;
const UNKNOWN_AUTHORITY: CertificateFault = { what: 'comes from an unknown authority', advice: TRUST_IT };

const CERTIFICATE_FAULTS: Readonly<Record<string, CertificateFault>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: { what: 'is self-signed', advice: TRUST_IT },
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  // The server sent one certificate alone: the usual mistake is to leave out the intermediate ones.
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: {
    what: 'comes without the intermediate certificates of its chain, or from an unknown authority',
    advice: `let the server send the whole chain (fullchain.pem), or ${PRIVATE_CA}`,
  },
  CERT_HAS_EXPIRED: {
    what: 'has expired',
    advice: 'renew it on the server and reload the server, or correct the clock of this computer',
  },
  CERT_NOT_YET_VALID: {
    what: 'is not valid yet',
    advice: 'correct the clock of this computer, or replace the certificate',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: 'is for another name',
    advice: 'correct the address, or replace the certificate by one for this name',
  },
};

const MAX_NAMES_LENGTH = 100;
/** The names that a certificate is for. */
const NAMES = new RegExp(`ERR_TLS_CERT_ALTNAME_INVALID, (.{1,${MAX_NAMES_LENGTH}})`);

/** What is wrong with a certificate, with the system's error code; undefined if the failure is not about it. */
export function certificateFault(message: string): CertificateFault | undefined {
  const code = /\b[A-Z_]{10,}\b/.exec(message)?.[0] ?? '';
  const fault = CERTIFICATE_FAULTS[code];
  const names = NAMES.exec(message)?.[1]?.replace(/(?:DNS|IP Address):/g, '');
  return fault && { ...fault, what: `${fault.what} (${code}${names === undefined ? '' : `: ${names}`})` };
}

const STORAGE_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk does not work',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/** What is said of a file, with the system's error code at its end in words, too. */
export function storageText(message: string): string {
  return message.replace(/\bE[A-Z]+(?=\)?$)/, (code) => {
    const reason = STORAGE_REASONS[code];
    return reason === undefined ? code : `${reason}, ${code}`;
  });
}

const NETWORK_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'host not found',
  EPROTO: 'no TLS on this port, or no common version',
  EAI_AGAIN: 'host name lookup failed',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
};

/** The reason in words, with the system's error code. */
export function networkReason(message: string): string {
  const code = /\bE[A-Z_]+\b/.exec(message)?.[0] ?? '';
  const reason = NETWORK_REASONS[code];
  return reason === undefined ? message : `${reason}, ${code}`;
}
