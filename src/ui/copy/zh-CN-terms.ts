/** The texts of a plan's details and of the links to the operator's pages. */
export const copy = {
  terms: {
    until: (date: string) => `租期至 ${date}`,
    perDay: (price: string) => `每天约￥${price}`,
    saved: (amount: string) => `比原价省￥${amount}`,
    usesFor: '每次启动扣1次，适用于本门店的设备',

    onPaying: '支付即表示同意',
    onBinding: '绑定即表示同意',
    names: {
      terms: '《用户协议》',
      privacy: '《隐私政策》',
      rental: '《租赁协议》',
      refund: '退款说明',
      help: '使用帮助',
    },
  },
} as const;
