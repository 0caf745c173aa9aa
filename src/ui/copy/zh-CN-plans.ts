/** The texts that only the screen of the plans needs. */
export const copy = {
  plans: {
    device: '租赁设备',
    card: '次卡充值',
    shopAndNumber: (sno: string | undefined, shop: string | undefined) =>
      [sno && `编号 ${sno}`, shop && `门店 ${shop}`].filter(Boolean).join(' · '),
    payNothingChosen: '支付',
    usedUp: '次卡已用完',
    noneOf: (basis: string) => `暂无${basis}套餐`,
  },
} as const;
