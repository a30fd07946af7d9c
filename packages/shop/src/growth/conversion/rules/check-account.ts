import type { FieldFailure } from '@kushi/contract/failure'
import { CONVERSION_KINDS, type ConversionKindName, parameterFieldNames } from '@kushi/values/conversion/kinds'
import { parseConversionParameters, usedPlaceholders } from '@kushi/values/conversion/placeholders'

interface Form {
  account_values: Readonly<Record<string, string>>
  email_flag: boolean
  phone_flag: boolean
}

const failure = (path: string, message: string): FieldFailure => ({ path, message_id: 'refused', message })

/**
 * What is wrong with the values of a 送信先, field by field. `kept`: its secrets that are stored, and stay where the form leaves them
 * empty.
 */
export function accountFailures(kind: ConversionKindName, form: Form, kept: readonly string[]): FieldFailure[] {
  const { fields, contact } = CONVERSION_KINDS[kind]
  const unknown = Object.keys(form.account_values).filter((name) => !Object.hasOwn(fields, name))
  const failures = [
    ...unknown.map((name) => failure(`account_values.${name}`, 'この送信先にはない項目です。')),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const value = form.account_values[name]?.trim() ?? ''
      const path = `account_values.${name}`
      if (value === '')
        return field.is_optional || kept.includes(name) ? [] : [failure(path, `${field.label}を入力してください。`)]
      return field.pattern.test(value) ? [] : [failure(path, field.refusal)]
    }),
    ...(contact === 'required' && !form.email_flag && !form.phone_flag
      ? [failure('email_flag', 'この送信先には、メールアドレスか電話番号のハッシュが必要です。')]
      : []),
  ]
  return failures.length > 0 ? failures : parameterFailures(kind, form)
}

/** Texts of parameters: only what is known, and a hash only where the 送信先 says so. */
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
