/** The texts of every screen, of the entry and of errors. */
export const common = {
  common: {
    back: '返回',
    cancel: '取消',
    confirm: '确认',
    understood: '知道了',
    retry: '重试',
    close: '关闭',
    slowNetwork: '网络较慢，请稍候',
    loading: '加载中...',
    yuan: (amount: string) => `￥${amount}`,
    number: (sno: string) => `编号 ${sno}`,
    seeOtherDevices: '请查看其他设备或咨询店员',
  },

  session: {
    enterFromWeChat: '请从微信公众号进入',
    enterFromWeChatHint: '在微信中打开公众号菜单，即可租用和操作理疗设备。',
    enterFromWeChatToShared:
      '好友分享了一台设备给您。请在微信中打开公众号菜单，分享到您手机号的设备会出现在设备列表中。',
    expired: '登录已失效，请重新进入',
    expiredHint: '请回到微信公众号重新打开。当前页面的内容会为您保留。',
  },

  configuration: {
    broken: '页面配置有误，暂时无法使用',
    brokenHint: '请稍后重试，或联系门店工作人员。',
    missing: '没有读到app-config.json，请检查部署。',
  },

  safety: { mayStillRun: '设备可能仍在运行，请按设备上的停止键' },

  support: {
    call: '拨打电话',
    open: '打开客服页面',
    inTheShop: '请到设备所在门店联系店员，工作人员会协助您处理。',
  },

  /** The headlines of content that failed to load. */
  notLoaded: {
    devices: '设备列表没有加载出来',
    device: '设备信息没有加载出来',
    history: '租赁历史没有加载出来',
    plans: '套餐没有加载出来',
    order: '订单没有加载出来',
    cards: '次卡没有加载出来',
    refunds: '退款记录没有加载出来',
    sharedUsers: '分享用户没有加载出来',
    account: '账号信息没有加载出来',
    /** Above what was loaded before. */
    refresh: '没有更新，显示的是之前的内容',
  },

  screenFailed: { title: '页面出错了', hint: '请重试，或联系门店工作人员。' },

  notFound: { title: '页面不存在', home: '返回首页' },

  problems: {
    timeout: '请求超时，请重试',
    'not-sent': '等待过久，指令未发出，请重试',
    'no-report': '尚无报告表明本次启动已生效',
    network: '网络不可用，请检查网络',
    http: '服务异常，请稍后重试',
    forbidden: '服务器没有允许这项操作，请联系门店',
    parse: '服务异常，请稍后重试',
    refused: '服务暂时无法处理，请稍后重试',
    unauthorized: '需要重新进入后查看',
    'no-token': '需要重新进入后查看',
    cancelled: '操作已取消',
    'invalid-input': '信息不完整，请返回重新选择',
    configuration: '页面配置有误，暂时无法使用',
    storage: '手机存储不可用，请检查设置',
    scanner: '无法扫码，请手动输入设备编号',
    bridge: '请在微信中打开后支付',
    'login-failed': '登录失败',
    internal: '程序出错了，请重试',
    /** What the server has said; `ours` is the page's own text for it. */
    told: (said: string, _ours: string) => said,
  },

  tasks: {
    ended: (task: string, outcome: string) => `${task}：${outcome}`,
    rent: (sno: string | undefined) => (sno === undefined ? '购买套餐' : `为设备${sno}购买套餐`),
    pay: (orderNo: string) => `支付订单 ${orderNo}`,
    cancelOrder: (orderNo: string) => `取消订单 ${orderNo}`,
    start: (sno: string) => `启动设备 ${sno}`,
    needsAnswer: '需要您确认，尚未启动',
    stop: '停止理疗',
    requestCode: '获取验证码',
    bindPhone: '绑定手机号',
    share: (sno: string) => `分享设备 ${sno}`,
    endSharing: (sno: string) => `取消分享设备 ${sno}`,
    shareLink: '发送设备链接',
    feedback: '提交反馈',
    refund: (orderNo: string) => `申请退款 ${orderNo}`,
  },

  entry: {
    initializing: '正在初始化...',
    rentTitle: '租赁设备',
    onBehalf: '是否代客户租赁设备？',
    yes: '是',
    no: '否',
    forSelf: '自己使用',
    forCustomer: '代客户租赁',
    reasons: {
      offline: '设备已离线',
      using: '设备已被租用',
      used: '设备已被他人启动',
      locked: '设备已锁定',
      'not-in-operation': '设备未投入运营',
      'no-such-device': '设备未投入运营',
    },
    nextCustomer: '扫码，为下一位客户租赁',
    scanAgain: '重新扫码',
    unreadable: '无法识别的设备码',
    failed: '没有进入设备',
  },
} as const;
