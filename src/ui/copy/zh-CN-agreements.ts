/** The texts of the links to the operator's pages. */
export const copy = {
  onPaying: '支付即表示同意',
  onBinding: '绑定即表示同意',
  names: {
    terms: '《用户协议》',
    privacy: '《隐私政策》',
    rental: '《租赁协议》',
    refund: '退款说明',
    help: '使用帮助',
  },
} as const;
