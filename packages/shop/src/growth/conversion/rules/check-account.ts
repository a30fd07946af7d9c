import type { FieldFailure } from '@kushi/contract/failure'
import type { CONVERSION_MOMENT_NAME } from '@kushi/values/conversion/conversion'
import {
  CONVERSION_KINDS,
  type ConversionKindName,
  isToldByServer,
  parameterFieldNames,
} from '@kushi/values/conversion/kinds'
import { parseConversionParameters, usedPlaceholders } from '@kushi/values/conversion/placeholders'
import { frameHosts, parseFrameTag } from './frame-tag.ts'

interface Form {
  conversion_moment: keyof typeof CONVERSION_MOMENT_NAME
  account_values: Readonly<Record<string, string>>
  email_flag: boolean
  phone_flag: boolean
}

const failure = (path: string, message: string): FieldFailure => ({ path, message_id: 'refused', message })

/** `kept`: the secrets that are stored, and stay where the form leaves them empty. `own_host`: the shop's. */
interface Stored {
  kept: readonly string[]
  own_host: string
}

/** Returns the errors in the values of a 送信先, field by field. */
export function accountFailures(kind: ConversionKindName, form: Form, { kept, own_host }: Stored): FieldFailure[] {
  const { fields, contact } = CONVERSION_KINDS[kind]
  const unknown = Object.keys(form.account_values).filter((name) => !Object.hasOwn(fields, name))
  const failures = [
    ...unknown.map((name) => failure(`account_values.${name}`, 'この送信先にはない項目です。')),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const value = form.account_values[name]?.trim() ?? ''
      const path = `account_values.${name}`
      if (value === '')
        return field.is_optional || kept.includes(name)
          ? []
          : [failure(path, field.form === 'agree' ? field.refusal : `${field.label}を入力してください。`)]
      return field.pattern.test(value) ? [] : [failure(path, field.refusal)]
    }),
    ...(contact === 'required' && !form.email_flag && !form.phone_flag
      ? [failure('email_flag', 'この送信先には、メールアドレスか電話番号のハッシュが必要です。')]
      : []),
  ]
  if (failures.length > 0) return failures
  return isToldByServer(kind) ? parameterFailures(kind, form) : frameFailures(form, own_host)
}

/** The errors in a tag, which the customer's browser runs on the completion page. The tag gets no personal data. */
function frameFailures(
  { conversion_moment, email_flag, phone_flag, account_values }: Form,
  own_host: string,
): FieldFailure[] {
  if (conversion_moment !== 'received')
    return [failure('conversion_moment', '完了画面のタグは、ご注文を受け付けたときにだけ動きます。')]
  if (email_flag || phone_flag)
    return [failure(email_flag ? 'email_flag' : 'phone_flag', '完了画面のタグには、お客様の連絡先は渡しません。')]
  const hosts = frameHosts(account_values.hosts ?? '')
  if (hosts.includes(own_host)) return [failure('account_values.hosts', 'このショップのホストは使えません。')]
  const parsed = parseFrameTag(account_values.tag ?? '', hosts)
  return typeof parsed === 'string' ? [failure('account_values.tag', parsed)] : []
}

/** The errors in the parameters: unknown placeholders, and hashes that the 送信先 does not declare. */
function parameterFailures(kind: ConversionKindName, { account_values, email_flag, phone_flag }: Form): FieldFailure[] {
  return parameterFieldNames(kind).flatMap((name) => {
    const text = account_values[name] ?? ''
    if (text === '') return []
    const path = `account_values.${name}`
    const parameters = parseConversionParameters(text)
    if (typeof parameters === 'string') return [failure(path, parameters)]
    const used = usedPlaceholders(parameters)
    if (used.includes('email_sha256') && !email_flag)
      return [failure(path, '{email_sha256} を使うには、「メールアドレスのハッシュ」を送ることにしてください。')]
    if (used.includes('phone_sha256') && !phone_flag)
      return [failure(path, '{phone_sha256} を使うには、「電話番号のハッシュ」を送ることにしてください。')]
    return []
  })
}
