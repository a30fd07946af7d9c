import { prefectureName } from '@kushi/values/prefecture'

interface PostalAddress {
  postal_code01: string
  postal_code02: string
  pref_id: number
  addr01: string
  addr02: string
  addr03: string
}

/** 「〒150-0001 東京都渋谷区神宮前1-2-3 椿ハイツ 201」 */
export const addressText = ({ postal_code01, postal_code02, pref_id, addr01, addr02, addr03 }: PostalAddress) =>
  `〒${postal_code01}-${postal_code02} ${prefectureName(pref_id) ?? ''}${addr01}${addr02} ${addr03}`.trim()
