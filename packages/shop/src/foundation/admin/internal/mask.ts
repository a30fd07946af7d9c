import { seesPersonalData } from '@kushi/contract/admin/permission'
import { type FieldSchema, maskPersonalData } from '@kushi/contract/field-meta'
import type { PersonalDataKind } from '@kushi/contract/personal'
import { addressText } from '@kushi/values/address'
import { prefectureName, prefectures } from '@kushi/values/prefecture'
import type { AdminContext, OperatorContext } from '../context.ts'

const dots = '＊＊'

/** 「山田 花子」 as 「山＊＊」: enough to distinguish two rows. */
export const maskName = (name: string): string => (name === '' ? '' : `${[...name][0]}${dots}`)

/** `hanako@example.com` as `h***@example.com`; empty when it is not an e-mail address. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  if (at < 1) return email && '***'
  return `${[...email][0]}***${email.slice(at)}`
}

/** Masks all but the last two digits. */
export const maskPhone = (phone: string): string =>
  phone && `${'*'.repeat(Math.max(0, phone.length - 2))}${phone.slice(-2)}`

/** Only the prefecture of an address. */
const maskAddress = (address: string): string =>
  address && `${prefectures.find((name) => address.includes(name)) ?? ''}${dots}`

/** An address stored in parts; `isOpen`: in full, for operators who may see personal data, else only its prefecture. */
export const addressForOperator = (row: Parameters<typeof addressText>[0], isOpen: boolean): string =>
  isOpen ? addressText(row) : (prefectureName(row.pref_id) ?? '')

/** Free text may contain personal data: only its length is shown. */
export const maskText = (text: string): string =>
  text === '' || isMasked.test(text) ? text : `${dots}(${[...text].length}文字)`
const isMasked = /^＊＊\(\d+文字\)$/

const masks: Record<PersonalDataKind, (text: string) => string> = {
  name: maskName,
  text: maskText,
  address: maskAddress,
  phone: maskPhone,
}

/** Masks a text of a personal kind, for an operator who may not read it. */
export const maskPersonal = (kind: PersonalDataKind, text: string): string => masks[kind](text)

/** Returns an answer with the personal fields that its schema marks masked, unless the operator may see them. */
export const maskForOperator = <T>({ operator }: Pick<AdminContext, 'operator'>, place: FieldSchema, value: T): T =>
  operator === null || canSeePersonalData({ operator }) ? value : maskPersonalData(place, value, maskPersonal)

/** Whether this operator sees names, addresses, e-mail addresses and phone numbers in full. */
export const canSeePersonalData = ({ operator }: Pick<OperatorContext, 'operator'>): boolean =>
  operator.api_key_id === undefined
    ? seesPersonalData(operator.permissions)
    : // An operator needs personal data for their work; another system does not, unless its key has this permission.
      operator.permissions.includes('export.personal')
