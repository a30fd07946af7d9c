import { CLICK_ID_MEDIA, type ClickIdName } from '@kushi/values/click-id'
import { formatSheetDateTime } from '@kushi/values/timestamp'

/** コンバージョン: an order that an advert brought, with the data that its medium receives. */
export interface Conversion {
  click_id: string
  conversion_name: string
  /** The time of the order, as unix time in seconds. */
  at: number
  /** Yen that the customer pays, tax included. */
  amount: number
}

/** 20261127 103000 Asia/Tokyo */
const yahooTime = (at: number) => `${formatSheetDateTime(at).replaceAll(/[-:]/g, '')} Asia/Tokyo`

/**
 * The columns of a file of conversions, in the order and with the heads of the media's own templates (Google, Microsoft: an English one;
 * Yahoo! a Japanese one). For media without a template the same as Google's.
 */
export function conversionColumns(name: ClickIdName) {
  const isYahoo = name === 'yclid'
  const heads = isYahoo
    ? ['コンバージョン名', 'コンバージョン発生日時', '1コンバージョンあたりの価値', '通貨コード']
    : ['Conversion Name', 'Conversion Time', 'Conversion Value', 'Conversion Currency']
  return [
    { head: CLICK_ID_MEDIA[name].head, of: (one: Conversion) => one.click_id },
    { head: heads[0]!, of: (one: Conversion) => one.conversion_name },
    { head: heads[1]!, of: ({ at }: Conversion) => (isYahoo ? yahooTime(at) : `${formatSheetDateTime(at)}+0900`) },
    { head: heads[2]!, of: (one: Conversion) => one.amount },
    { head: heads[3]!, of: () => 'JPY' },
  ]
}
