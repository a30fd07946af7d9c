/** クリックID: names under which ad media put their number of a click into the address of the page that it opens. */
export const CLICK_ID_NAMES = ['gclid', 'gbraid', 'wbraid', 'yclid', 'fbclid', 'ttclid', 'ldtag_cl', 'msclkid'] as const
export type ClickIdName = (typeof CLICK_ID_NAMES)[number]

/** The advertising medium of each click id, and the column head that the medium expects in a file of conversions. */
export const CLICK_ID_MEDIA: Record<ClickIdName, { medium: string; head: string }> = {
  gclid: { medium: 'Google 広告', head: 'Google Click ID' },
  gbraid: { medium: 'Google 広告(iOS・アプリ)', head: 'GBRAID' },
  wbraid: { medium: 'Google 広告(iOS・ウェブ)', head: 'WBRAID' },
  yclid: { medium: 'Yahoo!広告', head: 'YCLID' },
  fbclid: { medium: 'Meta 広告', head: 'fbclid' },
  ttclid: { medium: 'TikTok 広告', head: 'ttclid' },
  ldtag_cl: { medium: 'LINE広告', head: 'ldtag_cl' },
  msclkid: { medium: 'Microsoft 広告', head: 'Microsoft Click ID' },
}

/** Which orders are reported to an advertising medium as conversions. */
export const CONVERSION_TRIGGER_NAME = {
  ordered: 'ご注文(取消・返品を除く)',
  shipped: '発送した注文(返品を除く)',
} as const
export type ConversionScope = keyof typeof CONVERSION_TRIGGER_NAME

/** The click ids of one visit, by the name of their parameter. */
export type ClickIds = Partial<Record<ClickIdName, string>>

/** The characters that a valid click id has; any other value is ignored. */
export const CLICK_ID_PATTERN = /^\w[\w.~-]{0,499}$/

/** The path of a page of the shop, without query. */
export const LANDING_PATH_PATTERN = /^\/[\w.~%/-]{0,199}$/

/** Days for which an order keeps click ids. Media take conversions of clicks up to 90 days old. */
export const CLICK_ID_DAYS = 90
