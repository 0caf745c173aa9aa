import type { DemoLanguage } from '../page/demo-language.ts';

const PAGES = '/__sandbox/shop/';

const links = {
  terms: `${PAGES}terms`,
  privacy: `${PAGES}privacy`,
  rental: `${PAGES}rental`,
  refund: `${PAGES}refund`,
  help: `${PAGES}help`,
  signIn: '/__sandbox/',
  accountQr: `${PAGES}account.svg`,
};

const notice = {
  version: '1',
  title: { 'zh-CN': '首次使用须知', en: 'Before your first treatment' },
  items: {
    'zh-CN': [
      '装有心脏起搏器等电子植入设备者、孕妇，以及正在出血或发热的人，请勿使用。',
      '请保持皮肤干燥，取下金属饰品，不要在洗浴时使用。',
      '从较低强度开始；如感到刺痛、头晕或心慌，请立即停止，并按设备上的停止键。',
      '儿童和行动不便者须有人陪同。本设备不能代替医生的诊断和治疗。',
    ],
    en: [
      'Do not use the device if you have a pacemaker or another electronic implant, are pregnant, are bleeding or have a fever.',
      'Keep your skin dry, take off metal jewellery, and do not use the device while you bathe.',
      'Begin with a low strength. If you feel pain, dizziness or a racing heart, stop at once and press the stop button on the device.',
      'Children and people who cannot move freely need somebody with them. The device does not replace a doctor.',
    ],
  },
};

const englishLinks = {
  ...links,
  terms: `${PAGES}en/terms`,
  privacy: `${PAGES}en/privacy`,
  rental: `${PAGES}en/rental`,
  refund: `${PAGES}en/refund`,
  help: `${PAGES}en/help`,
};

/** The settings that the demo adds to the built configuration, by the name of its brand. */
const DEMO_BRANDS = {
  demo: { links, notice },
  demo2: {
    brand: {
      name: '悦康理疗',
      description: '悦康理疗在社区门店和家中提供理疗设备租赁。扫码即租，到期可续，店员随时帮助您。',
      logo: `${PAGES}logo.svg`,
      accent: '#7b3fa0',
      accentDark: '#cfaaf0',
      shareImage: `${PAGES}share.png`,
    },
    support: { phone: '400-000-0000' },
    links,
    notice,
  },
} as const satisfies Record<string, Record<string, unknown>>;

export type DemoBrand = keyof typeof DEMO_BRANDS;

/** The same settings for a page in English. */
const ENGLISH: Record<DemoBrand, Record<string, unknown>> = {
  demo: { links: englishLinks, notice },
  demo2: {
    ...DEMO_BRANDS.demo2,
    brand: {
      ...DEMO_BRANDS.demo2.brand,
      name: 'Wellbeing Therapy',
      description:
        'Wellbeing Therapy rents therapy devices in its shops and for use at home. Scan to rent, renew when you like; our staff help you.',
    },
    links: englishLinks,
    notice,
  },
};

export const isDemoBrand = (name: string): name is DemoBrand => Object.hasOwn(DEMO_BRANDS, name);

/** The configuration of the built page with the settings of a demo brand. */
export function withDemoBrand(
  built: Record<string, unknown>,
  name: DemoBrand,
  language: DemoLanguage = 'zh-CN',
): Record<string, unknown> {
  return { ...built, ...(language === 'en' ? ENGLISH : DEMO_BRANDS)[name] };
}

/** The name of a demo brand; undefined if it keeps the brand of the built configuration. */
export function brandNameOf(name: DemoBrand, language: DemoLanguage = 'zh-CN'): string | undefined {
  const { brand } = withDemoBrand({}, name, language);
  return (brand as { name: string } | undefined)?.name;
}
