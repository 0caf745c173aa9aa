import { copy as first } from './zh-CN.ts';

/** The texts of the user's own pages and of the status bars, together with those of the first script. */
export const copy = {
  ...first,

  lists: { end: '没有更多了', leftOut: (rows: number) => `有${rows}条记录无法显示` },

  titles: {
    login: '绑定手机号',
    lease: '选择租赁套餐',
    orderDetail: '订单详情',
    custom: '理疗仪',
    share: '分享管理',
    my: '我的',
    modeMenu: '选择理疗模式',
    orderList: '订单记录',
    cardList: '次卡套餐',
    refundList: '退款记录',
    feedback: '用户反馈',
    about: '关于我们',
  },

  account: {
    code: (brand: string) => `${brand}公众号二维码`,
    hold: (brand: string) => `长按识别二维码，进入“${brand}”公众号`,
    signIn: '去登录',
  },

  running: {
    label: '理疗进行中',
    left: (minutes: number | undefined) => (minutes === undefined ? '理疗中' : `理疗中 · 剩余${minutes}分钟`),
    until: (time: string | undefined) => (time === undefined ? '理疗中' : `理疗中 · 至${time}结束`),
  },

  payment: {
    confirming: '支付结果确认中',
    stillUnknown: '暂未收到支付结果，请勿重复支付',
    askAgain: '再次确认',
    seeOrder: '查看订单',
    paid: '支付成功',
    notFound: '订单已不存在，如已付款请联系客服',
    cancelled: '支付已取消',
    failed: '支付失败',
    rentedUntil: '已租至 ',
    boughtUses: (uses: number) => `已购${uses}次`,
  },

  my: {
    mainTabs: '主导航',
    deviceTab: '设备',
    accountTab: '我的',
    deviceTabs: '设备列表',
    onLease: '在租设备',
    history: '租赁历史',
    rent: '租设备',
    rentHint: '扫描设备上的二维码',
    noDevice: '暂无设备',
    noDeviceHint: '扫描设备上的二维码，开始第一次理疗',
    noHistory: '暂无租赁记录',
    tryNow: '立即体验',
    online: '在线',
    offline: '离线',
    remainingDays: (days: number) => `剩余${days}天`,
    expired: '已到期',
    expiry: (date: string) => `到期 ${date}`,
    sharedBy: (sharer: string) => `${sharer}分享`,
    sharerUnnamed: '他人',
    agentRental: '代租',
    renew: '续租',
    renewNamed: (device: string) => `续租 ${device}`,
    deviceOffline: '设备离线',
    refresh: '刷新设备列表',
    refreshing: '正在刷新...',
    refreshedAt: (time: string) => `${time}更新`,
    loadingDevices: '正在加载设备列表...',
    guest: '游客',
    bindPhone: '绑定手机号',
    largeType: '关怀模式',
    largeTypeShort: '大字',
    largeTypeHint: '大字体、大按钮',
    owner: (name: string) => `门店 ${name}`,
  },
} as const;
