/** クリックID: names under which ad media put their number of a click into the address of the page that it opens. */
export const CLICK_ID_NAMES = ['gclid', 'gbraid', 'wbraid', 'yclid', 'fbclid', 'ttclid', 'ldtag_cl', 'msclkid'] as const
export type ClickIdName = (typeof CLICK_ID_NAMES)[number]

/** Each with its medium, and the head by which the medium knows it in a file of conversions. A shop's page needs the names alone. */
export const CLICK_IDS: Record<ClickIdName, { medium: string; head: string }> = {
  gclid: { medium: 'Google 広告', head: 'Google Click ID' },
  gbraid: { medium: 'Google 広告(iOS・アプリ)', head: 'GBRAID' },
  wbraid: { medium: 'Google 広告(iOS・ウェブ)', head: 'WBRAID' },
  yclid: { medium: 'Yahoo!広告', head: 'YCLID' },
  fbclid: { medium: 'Meta 広告', head: 'fbclid' },
  ttclid: { medium: 'TikTok 広告', head: 'ttclid' },
  ldtag_cl: { medium: 'LINE広告', head: 'ldtag_cl' },
  msclkid: { medium: 'Microsoft 広告', head: 'Microsoft Click ID' },
}

/** Which orders a medium is told of. */
export const CONVERSION_COUNT_NAME = {
  ordered: 'ご注文(取消・返品を除く)',
  shipped: '発送した注文(返品を除く)',
} as const
export type ConversionCount = keyof typeof CONVERSION_COUNT_NAME

export type ClickIds = Partial<Record<ClickIdName, string>>

/** What a click's number may consist of; anything else is none. */
export const CLICK_ID = /^\w[\w.~-]{0,499}$/

/** The path of a page of the shop, without query. */
export const LANDING_PATH = /^\/[\w.~%/-]{0,199}$/

/** Days for which an order keeps click ids. Media take conversions of clicks up to 90 days old. */
export const CLICK_ID_DAYS = 90
