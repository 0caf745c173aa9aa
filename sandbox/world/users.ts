import type { Seed } from './seed.ts';

interface UserRow {
  id: string;
  /** The situation that the user demonstrates. */
  role: string;
  nickname?: string;
  mobile: string;
  assist?: boolean;
}

/** The demo users. */
const demoUsers: readonly UserRow[] = [
  { id: 'ordinary', role: '普通用户，有历史订单和退款，没有在租设备', nickname: '王晓梅', mobile: '13800000001' },
  {
    id: 'assistant',
    role: '店员，可代客户租赁，已代租一台设备',
    nickname: '李店员',
    mobile: '13800000002',
    assist: true,
  },
  { id: 'shared', role: '分享用户，他人把设备分享给了他', nickname: '陈建国', mobile: '13800000003' },
  { id: 'card', role: '有次卡，剩余 5 次，有一台设备正在理疗', nickname: '赵丽华', mobile: '13800000004' },
  { id: 'last-use', role: '次卡只剩最后 1 次', nickname: '孙志强', mobile: '13800000005' },
  { id: 'used-up', role: '次卡已用完', nickname: '吴秀英', mobile: '13800000007' },
  { id: 'leaser', role: '有在租设备，可续租、可分享，其中一台离线', nickname: '周桂芳', mobile: '13800000006' },
  { id: 'nobody', role: '新用户，什么都没有，未绑定手机号', mobile: '' },
  { id: 'somebody', role: '别的客人，占用着几台设备', nickname: '别的客人', mobile: '13800000010' },
];

export interface User extends UserRow {
  openid: string;
  accessToken: string;
}

/** All demo users. */
export class Users {
  readonly all: readonly User[];

  constructor(seed: Seed) {
    this.all = demoUsers.map((row) => ({
      ...row,
      openid: `o${seed.hex(`openid/${row.id}`, 27)}`,
      accessToken: seed.hex(`token/${row.id}`, 40),
    }));
  }

  byToken(token: string): User | undefined {
    return this.all.find((user) => user.accessToken === token);
  }

  byMobile(mobile: string): User | undefined {
    return mobile === '' ? undefined : this.all.find((user) => user.mobile === mobile);
  }

  /** Throws if no user has this id. */
  get(id: string): User {
    const user = this.all.find((each) => each.id === id);
    if (!user) throw new Error(`no demo user ${id}`);
    return user;
  }
}
