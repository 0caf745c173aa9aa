import type { ServerResponse } from 'node:http';
import { qrSvg } from '../control/qr.ts';
import { send } from '../exchange.ts';
import type { DemoLanguage } from '../page/demo-language.ts';
import { sharePicture } from './share-picture.ts';

interface ShopPage {
  title: string;
  paragraphs: readonly string[];
}

const PAGES: Record<string, ShopPage> = {
  terms: {
    title: '用户协议',
    paragraphs: ['使用本服务即表示同意本协议。', '请按门店工作人员的说明使用设备，并妥善保管。'],
  },
  privacy: {
    title: '隐私政策',
    paragraphs: ['我们只为租赁和售后收集手机号。', '您可以随时联系门店更改或删除您的信息。'],
  },
  rental: {
    title: '租赁协议',
    paragraphs: ['租期自支付成功起计算，到期自动停止。', '设备如有故障，门店负责更换，租期顺延。'],
  },
  refund: {
    title: '退款规则',
    paragraphs: ['支付后24小时内未使用，可申请全额退款。', '设备故障造成无法使用的，按剩余租期退款。'],
  },
  help: {
    title: '使用帮助',
    paragraphs: ['扫描设备上的二维码，选择套餐并支付，再选择理疗模式。', '需要停止时，按屏幕或设备上的停止键。'],
  },
};

const ENGLISH_PAGES: Record<string, ShopPage> = {
  terms: {
    title: 'User agreement',
    paragraphs: [
      'By using this service you agree to these terms.',
      'Please use the device as the shop staff explain, and take good care of it.',
    ],
  },
  privacy: {
    title: 'Privacy policy',
    paragraphs: [
      'We collect your mobile number only for renting and for support.',
      'Ask the shop at any time to change or delete your data.',
    ],
  },
  rental: {
    title: 'Rental agreement',
    paragraphs: [
      'The rental begins when you have paid, and ends by itself.',
      'If the device fails, the shop replaces it and extends the rental.',
    ],
  },
  refund: {
    title: 'Refunds',
    paragraphs: [
      'If you have not used the device within 24 hours of paying, you can ask for a full refund.',
      'If a device cannot be used because of a fault, the remaining time is refunded.',
    ],
  },
  help: {
    title: 'Help',
    paragraphs: [
      'Scan the QR code on the device, choose a plan and pay, then choose a mode.',
      'To stop, press the stop button on the screen or on the device.',
    ],
  },
};

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 64 64"><rect width="64" height="64" rx="18" fill="#7b3fa0"/><path d="M32 50C14 39 12 27 19 21c5-4 11-2 13 4 2-6 8-8 13-4 7 6 5 18-13 29z" fill="#fff"/></svg>`;

/** Sends a page or a picture of the demo's operator. Returns false if there is none of that name. */
export function serveShop(response: ServerResponse, name: string): boolean {
  const language = name.startsWith('en/') ? 'en' : 'zh-CN';
  const pages = language === 'en' ? ENGLISH_PAGES : PAGES;
  const key = name.replace('en/', '');
  const page = Object.hasOwn(pages, key) ? pages[key] : undefined;
  if (page) send(response, 200, 'text/html; charset=utf-8', html(page, language));
  else if (name === 'logo.svg') send(response, 200, 'image/svg+xml', LOGO);
  else if (name === 'account.svg') send(response, 200, 'image/svg+xml', qrSvg('https://example.org/account'));
  else if (name === 'share.png') send(response, 200, 'image/png', sharePicture());
  else return false;
  return true;
}

function html({ title, paragraphs }: ShopPage, language: DemoLanguage): string {
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</html>`;
}
