import { formatPostcode, type Postcode } from './postcode.ts'
import { prefectureName } from './prefecture.ts'

interface AddressParts {
  pref_id: number
  addr01: string
  addr02: string
  addr03: string
}

/** 「東京都渋谷区神宮前1-2-3 椿ハイツ 201」 */
export const addressLine = ({ pref_id, addr01, addr02, addr03 }: AddressParts): string =>
  `${prefectureName(pref_id) ?? ''}${addr01}${addr02} ${addr03}`.trim()

/** 「〒150-0001 東京都渋谷区神宮前1-2-3 椿ハイツ 201」 */
export const addressText = (address: Postcode & AddressParts): string =>
  `〒${formatPostcode(address)} ${addressLine(address)}`
