/** The texts of renting: the plans, their terms, and the links to the operator's pages. */
export const lease = {
  lease: {
    basis: '租赁方式',
    duration: '按时长租赁',
    uses: '按次数租赁',
    units: { day: (_amount: number) => '天', use: (_amount: number) => '次' },
    original: '原价',
    plan: (amount: number, unit: string, price: string, original: string | undefined) =>
      `${amount}${unit} ￥${price}${original === undefined ? '' : `，原价￥${original}`}`,
    pay: (amount: string) => `￥${amount} 支付`,
    choose: '请选择套餐',
    rentalChanged: '设备的租用情况有变动，本次没有扣款',
    plansChanged: '套餐有变动，请重新选择',
    noPlans: '暂无可选套餐',
    noPlansHint: '请查看其他租赁方式或咨询店员',
    forCustomer: '代客户租赁',
    rentedForCustomer: '此设备正在代客租用',
    rentedForSelf: '此设备由您自己租用',
    rentedForUnsaid: '此设备正在租用中，租用记录未注明为谁租用',
    onRental: (effect: 'extends' | 'may-extend' | 'leaves', until?: string) => {
      const does = { extends: '会', 'may-extend': '可能会', leaves: '不会' }[effect];
      return `付款${does}延长这份租期${until === undefined ? '' : `（目前至 ${until}）`}`;
    },
    priceChanged: '订单金额有变动',
    priceChangedText: (order: string, plan: string) =>
      `所选套餐￥${plan}，订单应付￥${order}。确认按￥${order}支付吗？`,
    notNow: '暂不支付',
    payNow: (amount: string) => `支付￥${amount}`,
    toBePaidLater: {
      lease: '订单已生成，可在“订单记录”中支付或取消',
      card: '订单已生成，尚未付款。再次购买该套餐时会继续支付此订单',
    },
    otherOrder: '服务器返回了您的另一份订单，没有生成新订单',
    orderUnsure: {
      lease: '下单结果未知，请在“订单记录”中查看',
      card: '下单结果未知，请在“次卡套餐”的记录中查看',
    },
    restrictions: {
      'no-duration': '当前不支持按时长租赁',
      'no-card-on-renewal': '续租不支持使用次卡',
      'no-card-for-customer': '代客户租赁不支持使用次卡',
    },
  },

  plans: {
    device: '租赁设备',
    card: '次卡充值',
    payNothingChosen: '支付',
    usedUp: '次卡已用完',
    noneOf: { duration: '暂无按时长的套餐', uses: '暂无按次数的套餐' },
  },

  terms: {
    until: (date: string) => `预计租期至 ${date}`,
    each: (unit: string, price: string, isRounded: boolean) => `每${unit}${isRounded ? '约' : ''}￥${price}`,
    saved: (amount: string) => `省￥${amount}`,
    best: '最划算',
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
