import type { exampleAnswers } from '../../helpers/example-answers.ts';

type Outcome = 'read' | 'row' | 'parse';

/** Outcomes of a response in which one place is null, missing, empty (an empty text, list or object) or nonsense, in this order. */
type Outcomes = `${Outcome} ${Outcome | '-'} ${Outcome} ${Outcome}`;

interface Answer {
  /** Fields whose unreadable values count as missing. */
  optional?: string;
  places: Readonly<Record<string, Outcomes>>;
}

/**
 * The outcome of each response for each damaged place: null, missing, empty, nonsense. `read`: the app uses the rest of the response. `row`: the
 * app omits and counts the row. `parse`: the app rejects the response. If several kinds of nonsense differ, the table contains the worst outcome.
 */
export const mustSurvive: Record<keyof typeof exampleAnswers, Answer> = {
  'account.getUser': {
    optional: 'nickname avatar mobile assist',
    places: {
      data: 'parse parse parse parse',
    },
  },
  'device.listDevices': {
    optional:
      '[].id [].deviceName [].deviceArea [].onlineStatus [].shareUserName [].expirationTime [].ownerName [].assist',
    places: {
      data: 'read read parse parse',
      '[]': 'row - row row',
      '[].sno': 'row row row row',
      '[].shareUserId': 'read read row row',
      '[].ownerId': 'read read row row',
      '[].orderNo': 'read read row row',
    },
  },
  'device.listHistory': {
    optional: '[].sno [].deviceName [].ownerName [].expirationTime',
    places: {
      data: 'read read parse parse',
      '[]': 'row - row row',
      '[].id': 'row row row row',
    },
  },
  'device.checkDevice': {
    optional: 'status',
    places: {
      data: 'parse parse parse parse',
      ownerId: 'read read parse parse',
    },
  },
  'device.getDetail': {
    optional: 'sno name mac onlineStatusDesc expirationTime belongOperatorName',
    places: {
      data: 'parse parse parse parse',
    },
  },
  'device.enterPage': {
    optional: 'deviceDetailWebSocketVo.gizWsPort deviceDetailWebSocketVo.gizWssPort',
    places: {
      data: 'parse parse parse parse',
      deviceDetailWebSocketVo: 'parse parse parse parse',
      'deviceDetailWebSocketVo.gizDid': 'parse parse parse parse',
      'deviceDetailWebSocketVo.gizHost': 'parse parse parse parse',
      gizAppId: 'parse parse parse parse',
      token: 'parse parse parse parse',
      uid: 'parse parse parse parse',
    },
  },
  'device.readLatest': {
    optional:
      'Function function SubFunction subFunction OnOff onOff Voltage voltage Freq freq Wave wave Grade grade WortTime workTime UseTime useTime UseNum useNum',
    places: {
      data: 'read read parse parse',
    },
  },
  'share.listShares': {
    optional: '[].ctime',
    places: {
      data: 'read read parse parse',
      '[]': 'row - row row',
      '[].mobile': 'row row row row',
    },
  },
  'wallet.listCards': {
    optional: 'records[].operatorName records[].utime total',
    places: {
      data: 'read read parse parse',
      records: 'parse parse parse parse',
      'records[]': 'row - row row',
      'records[].sysUserId': 'row row row row',
      'records[].money': 'read read row row',
    },
  },
  'wallet.listRefunds': {
    optional: 'records[].operatorName records[].statusDesc records[].amount records[].utime total',
    places: {
      data: 'read read parse parse',
      records: 'parse parse parse parse',
      'records[]': 'row - row row',
      'records[].refundNo': 'row row row row',
    },
  },
  'order.listLeaseOrders': {
    optional:
      'records[].status records[].statusDesc records[].statusCode records[].deviceName records[].deviceArea records[].mac records[].serviceModeName records[].serviceName records[].payMoney records[].shouldPayMoney records[].money records[].fee records[].operatorName records[].ctime records[].utime records[].payTime total',
    places: {
      data: 'read read parse parse',
      records: 'parse parse parse parse',
      'records[]': 'row - row row',
      'records[].orderNo': 'row row row row',
      'records[].chargeOrderNo': 'read read row row',
      'records[].deviceSno': 'read read row row',
      'records[].sysUserId': 'read read row row',
    },
  },
  'order.listCardOrders': {
    optional:
      'records[].status records[].statusDesc records[].statusCode records[].deviceName records[].deviceArea records[].mac records[].serviceModeName records[].serviceName records[].payMoney records[].shouldPayMoney records[].money records[].fee records[].operatorName records[].ctime records[].utime records[].payTime total',
    places: {
      data: 'read read parse parse',
      records: 'parse parse parse parse',
      'records[]': 'row - row row',
      'records[].orderNo': 'read read row row',
      'records[].chargeOrderNo': 'read read row row',
      'records[].deviceSno': 'read read row row',
      'records[].sysUserId': 'read read row row',
    },
  },
  'order.getLeaseOrder': {
    optional:
      'status statusDesc statusCode deviceName deviceArea mac serviceModeName serviceName payMoney shouldPayMoney money fee operatorName ctime utime payTime',
    places: {
      data: 'read parse parse parse',
      orderNo: 'parse parse parse parse',
      chargeOrderNo: 'read read parse parse',
      deviceSno: 'read read parse parse',
      sysUserId: 'read read parse parse',
    },
  },
  'lease.listDurationPlans': {
    optional: 'list[].originPrice list[].unit',
    places: {
      data: 'read read parse parse',
      list: 'read parse parse parse',
      'list[]': 'row - row row',
      'list[].id': 'row row row row',
      'list[].price': 'row row row row',
      'list[].num': 'row row row row',
      modeId: 'row row parse parse',
    },
  },
  'lease.listUsePlans': {
    optional: 'detailVoList[].originPrice detailVoList[].unit',
    places: {
      data: 'read read parse parse',
      detailVoList: 'read parse parse parse',
      'detailVoList[]': 'row - row row',
      'detailVoList[].id': 'row row row row',
      'detailVoList[].price': 'row row row row',
      'detailVoList[].num': 'row row row row',
      'detailVoList[].rechargeModeId': 'row row row row',
    },
  },
  'lease.createLeaseOrder': {
    places: {
      data: 'parse parse parse parse',
      payMoney: 'parse parse parse parse',
      orderNo: 'parse parse parse parse',
    },
  },
  'lease.createCardOrder': {
    places: {
      data: 'parse parse parse parse',
      payMoney: 'parse parse parse parse',
      chargeOrderNo: 'parse parse parse parse',
    },
  },
  'payment.prePay': {
    places: {
      data: 'parse parse parse parse',
      appId: 'parse parse parse parse',
      timeStamp: 'parse parse parse parse',
      nonceStr: 'parse parse parse parse',
      package: 'parse parse parse parse',
      signType: 'parse parse parse parse',
      paySign: 'parse parse parse parse',
    },
  },
  'treatment.startDevice': {
    optional:
      'Function function SubFunction subFunction OnOff onOff Voltage voltage Freq freq Wave wave Grade grade WortTime workTime UseTime useTime UseNum useNum',
    places: {
      data: 'read read parse parse',
    },
  },
};
