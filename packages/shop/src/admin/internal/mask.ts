import { seesPersonalData } from '@kushi/contract/admin/permission'
import { addressText } from '@kushi/values/address-text'
import { prefectureName, prefectures } from '@kushi/values/prefecture'
import type { OperatorContext } from '../context.ts'

const dots = '＊＊'

/** 「山田 花子」 as 「山＊＊」: enough to tell two rows apart. */
export const maskName = (name: string): string => (name === '' ? '' : `${[...name][0]}${dots}`)

/** `hanako@example.com` as `h***@example.com`; of what is no address, nothing. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  if (at < 1) return email && '***'
  return `${[...email][0]}***${email.slice(at)}`
}

/** All but the last two digits. */
export const maskPhone = (phone: string): string =>
  phone && `${'*'.repeat(Math.max(0, phone.length - 2))}${phone.slice(-2)}`

/** The prefecture only, of an address or its parts. */
export const maskAddress = (address: string | readonly string[]): string => {
  const whole = [address].flat().join('')
  return whole && `${prefectures.find((name) => whole.includes(name)) ?? ''}${dots}`
}

/** An address that is kept in its parts; `isOpen`: for who may see people, else its prefecture. */
export const addressOf = (row: Parameters<typeof addressText>[0], isOpen: boolean): string =>
  isOpen ? addressText(row) : (prefectureName(row.pref_id) ?? '')

/** Free text may name anybody: nothing of it is shown but that it is there. */
export const maskText = (text: string): string => (text === '' ? '' : `${dots}(${[...text].length}文字)`)

/** What was searched for may be somebody's name; the filters beside it are not. */
export const maskSearch = (filter: Record<string, unknown>): Record<string, unknown> =>
  typeof filter.q === 'string' ? { ...filter, q: maskText(filter.q) } : filter

/** Whether this operator sees names, addresses, mail and phone numbers in full. */
export const maySee = ({ operator }: OperatorContext): boolean =>
  operator.api_key_id === undefined
    ? seesPersonalData(operator.permissions)
    : // What a person has to see to do their work, a system need not.
      operator.permissions.includes('export.personal')
