/** Where a Chinese title that is longer than the line of a narrow phone may break: before each of these words. */
export const PHRASE_STARTS = /(?=不支持|使用次数|并退出|的设备分享|启动理疗仪|为下一位|没有加载|设备 )/;
