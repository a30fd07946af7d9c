/** 送り状ソフト: the carriers' programs whose files are written and read. The names that operators use. */
export const CARRIER_PROGRAM_NAME = {
  b2cloud: 'ヤマト B2クラウド',
  ehiden3: '佐川 e飛伝Ⅲ',
  yupri_r: 'ゆうプリR',
  yupri_cloud: 'ゆうプリクラウド',
} as const
export type CarrierProgram = keyof typeof CARRIER_PROGRAM_NAME

/** The carrier for which a program writes labels. */
export const CARRIER_OF_PROGRAM: Record<CarrierProgram, Carrier> = {
  b2cloud: 'yamato',
  ehiden3: 'sagawa',
  yupri_r: 'japan_post',
  yupri_cloud: 'japan_post',
}

/** 配送会社: the carriers of parcels, by their names on the wire. The names that customers read. */
export const CARRIER_NAME = {
  yamato: 'ヤマト運輸',
  sagawa: '佐川急便',
  japan_post: '日本郵便',
} as const
export type Carrier = keyof typeof CARRIER_NAME
export const CARRIERS = Object.keys(CARRIER_NAME) as Carrier[]

const pages: Record<Carrier, string> = {
  yamato: 'https://toi.kuronekoyamato.co.jp/cgi-bin/tneko?number=',
  sagawa: 'https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo=',
  japan_post: 'https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1=',
}

/** Returns the carrier's page that shows where a parcel is (お問い合わせ番号); null until there is a number. */
export function trackingUrl(carrier: Carrier | null, trackingNo: string | null): string | null {
  const number = trackingNo?.replace(/[^A-Za-z0-9]/g, '') ?? ''
  return carrier === null || number === '' ? null : pages[carrier] + number
}
