import type { Problem } from '../problem.ts';

const SERVER_FAILURE_WORDS =
  /(系统|服务器?|网络).{0,2}(忙|异常|错误|维护|升级|故障|超时|不可用)|请求超时|(请求|操作|访问)(过于|过|太)?(频繁|多)|请稍[后候]|too many|busy|internal server error|unavailable/i;
/** The server broke down, or waited in vain for another one or for the device, while it worked on the request. */
const BREAKDOWN_WORDS: readonly RegExp[] = [
  /(系统|服务器?|网络|内部|未知|程序|数据库).{0,2}(异常|错误|故障|超时)/,
  /(请求|操作|响应|应答|连接|通信|通讯|处理|执行|调用|等待|指令|命令|下发|发送|设备|启动|停止|开启|关闭|开机|关机)超时/,
  /(无|没有?|未)(收到)?(设备)?的?(响应|应答|回应|反应)/,
  /time[ds]?[- ]?out|internal (server )?error|exception|no response|(not|n't) respond/i,
];
const BREAKDOWN_CODE = /^5\d\d$/;
/** With a code of a breakdown, many servers say so whatever went wrong while they worked. A device that is busy is no breakdown. */
const BUSY_WORDS = /(系统|服务器?|网络).{0,2}(忙|不可用)|busy|unavailable/i;
const TOO_MANY_REQUESTS = '429';
/** Who is asked to help, 运营商, is not what is out of operation. */
const DEVICE_WORDS = /设备|运营(?!商)|不存在/;
const NOT_FOUND = /不存在/;
/** What is missing is the device, not something of it: 设备启动记录不存在. */
const NO_SUCH_DEVICE = /设备(?:编号|编码|号码?|序列号|信息)?[^\u4e00-\u9fff]*(?:已|并)?不存在/;
const CLOSED = /运营(?!商)/;
const FAILURE_CODE = /^(429|5\d\d)$/;

/** What a server has answered with another code than that of success. */
type Refusal = Pick<Problem, 'code' | 'serverCode' | 'serverMessage'>;

/**
 * True if a refusal means that the server is busy or failing, so that a later retry may succeed. Without a message, the
 * code decides.
 */
export function saysServerFailed({ code, serverCode = '', serverMessage }: Refusal): boolean {
  return (
    code === 'refused' &&
    (serverCode === TOO_MANY_REQUESTS ||
      (serverMessage === undefined ? FAILURE_CODE.test(serverCode) : SERVER_FAILURE_WORDS.test(serverMessage)))
  );
}

/**
 * True if a refusal says that the server broke down, so that it may have done before what was asked. Without a message,
 * the code decides, and with words of a busy server it counts as well.
 */
export function saysServerBrokeDown({
  serverCode = '',
  serverMessage,
}: Pick<Problem, 'serverCode' | 'serverMessage'>): boolean {
  const isOfBreakdown = BREAKDOWN_CODE.test(serverCode);
  if (serverMessage === undefined) return isOfBreakdown;
  const isBusy = isOfBreakdown && BUSY_WORDS.test(serverMessage) && !isAboutDevice({ serverMessage });
  return isBusy || BREAKDOWN_WORDS.some((words) => words.test(serverMessage));
}

/** True if the server's words are about the device, such as that it is in use. */
export function isAboutDevice({ serverMessage = '' }: Pick<Problem, 'serverMessage'>): boolean {
  return DEVICE_WORDS.test(serverMessage);
}

/**
 * True if the server refuses because of the device, and not because it is busy, fails, waited for the device in vain, or does
 * not know the user. Some servers use the code 500 for every refusal; then a message about the device decides.
 */
export function refusesDevice(problem: Problem): boolean {
  const { code, serverCode = '' } = problem;
  const isServerFailure =
    saysServerFailed(problem) ||
    saysServerBrokeDown(problem) ||
    (FAILURE_CODE.test(serverCode) && !isAboutDevice(problem));
  return code === 'refused' && !isServerFailure && serverCode !== '401';
}

/** True if the server's words are that the device is not in operation. */
export function saysNotInOperation({ serverMessage = '' }: Problem): boolean {
  return CLOSED.test(serverMessage);
}

/** The calls that fail only because of the device itself: any other may miss something of it, such as its record. */
const CALLS_ABOUT_DEVICE = ['', 'device.checkDevice', 'device.getDetail'];

/**
 * True if a refusal means that no device has this number. A call about a device and something else, such as a person or
 * its record, must name the device.
 */
export function saysNoSuchDevice(problem: Problem): boolean {
  const { code, call = '', serverCode, serverMessage = '' } = problem;
  if (code !== 'refused' || saysNotInOperation(problem)) return false;
  if (NO_SUCH_DEVICE.test(serverMessage)) return true;
  return CALLS_ABOUT_DEVICE.includes(call) && (NOT_FOUND.test(serverMessage) || serverCode === '404');
}
