import type { Problem } from '../problem.ts';

const OF_THE_SERVER = /(系统|服务器?|网络)(正?忙|繁忙|异常|错误|维护)|请稍[后候]/;
const OF_THE_DEVICE = /设备|运营|不存在/;
const FAILURE_CODE = /^(429|5\d\d)$/;

/** Whether a refusal says in words, or without any, that the server is busy or failing: trying again later may help. */
export function saysServerFailed({ code, serverCode = '', serverMessage }: Problem): boolean {
  return (
    code === 'refused' &&
    (serverMessage === undefined ? FAILURE_CODE.test(serverCode) : OF_THE_SERVER.test(serverMessage))
  );
}

/**
 * Whether a refusal leaves it unknown how the device is: the server is busy or fails, or does not know the user. Some servers of this family
 * use the code 500 for every refusal; there the words decide where they speak of the device.
 */
export function saysNothingOfDevice(problem: Problem): boolean {
  const { code, serverCode = '', serverMessage = '' } = problem;
  const isOfTheServer = FAILURE_CODE.test(serverCode) && !OF_THE_DEVICE.test(serverMessage);
  return code === 'refused' && (saysServerFailed(problem) || isOfTheServer || serverCode === '401');
}
