import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** An HTTP CONNECT proxy whose tunnels all lead to one local port, regardless of the requested host. */
export class ConnectProxy {
  /** The CONNECT requests, with their headers. */
  readonly asked: { target: string; authorization?: string; headers: string[] }[] = [];
  /** The status of the responses that refuse the next tunnels. */
  refusesWith?: number;
  /** If true, the proxy never responds to CONNECT requests. */
  isSilent = false;
  private readonly tunnels = new Set<Socket>();

  private constructor(
    readonly port: number,
    private readonly server: Server,
    private readonly to: number,
  ) {
    server.on('connect', (request: IncomingMessage, socket: Socket) => this.open(request, socket));
    server.on('request', (_request, response) => response.writeHead(400).end());
  }

  static async start(to: number): Promise<ConnectProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ConnectProxy((server.address() as AddressInfo).port, server, to);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Destroys every open tunnel. */
  breaks(): void {
    for (const tunnel of this.tunnels) tunnel.destroy();
  }

  async stops(): Promise<void> {
    this.breaks();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private open({ url = '', headers, rawHeaders }: IncomingMessage, socket: Socket): void {
    this.asked.push({ target: url, authorization: headers['proxy-authorization'], headers: rawHeaders });
    this.tunnels.add(socket);
    socket.on('error', () => {}).once('close', () => this.tunnels.delete(socket));
    if (this.isSilent) return;
    if (this.refusesWith !== undefined)
      return void socket.end(
        `HTTP/1.1 ${this.refusesWith} No\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 2\r\n\r\nno`,
      );
    const onward = connect(this.to, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    onward.pipe(socket).pipe(onward);
    onward.on('error', () => socket.destroy()).once('close', () => socket.destroy());
    socket.once('close', () => onward.destroy());
  }
}
