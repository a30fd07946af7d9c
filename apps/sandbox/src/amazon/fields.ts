import type { Json } from './entities.ts'
import { AmazonError } from './errors.ts'

/** @throws AmazonError for an unknown name, so that a typing error is noticed */
export function known(body: Json, names: readonly string[], at = ''): void {
  const stranger = Object.keys(body).find((name) => !names.includes(name))
  if (stranger !== undefined) throw new AmazonError('UnrecognizedField', `${at}${stranger}`)
}

export function object(body: Json, name: string): Json | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw new AmazonError('InvalidParameterValue', name)
  return value as Json
}

export function text(body: Json, name: string, max: number): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.length > max) throw new AmazonError('InvalidParameterValue', name)
  return value
}

/** Whole yen above zero; Amazon accepts no transaction of zero. */
export function price(body: Json, name: string, max = 10_000_000): number | undefined {
  const money = object(body, name)
  if (money === undefined) return undefined
  known(money, ['amount', 'currencyCode'], `${name}.`)
  if (money.currencyCode !== 'JPY') throw new AmazonError('CurrencyMismatch', `${name}.currencyCode`)
  if (typeof money.amount !== 'string' || !/^[1-9]\d{0,8}$/.test(money.amount))
    throw new AmazonError('InvalidParameterValue', `${name}.amount`)
  if (Number(money.amount) > max) throw new AmazonError('TransactionAmountExceeded', `${name}.amount`)
  return Number(money.amount)
}

export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new AmazonError('MissingParameterValue', name)
  return value
}

/** A URL to which Amazon sends the browser: https, or this machine during development. */
export function returnUrl(body: Json, name: string): string | undefined {
  const value = text(body, name, 2048)
  const url = value === undefined ? undefined : URL.parse(value)
  if (value === undefined) return undefined
  const isLocal = url?.hostname === 'localhost' || url?.hostname.endsWith('.localhost') || url?.hostname === '127.0.0.1'
  if (url?.protocol !== 'https:' && !(isLocal === true && url?.protocol === 'http:'))
    throw new AmazonError('InvalidParameterValue', name)
  return value
}

export function merchantMetadata(body: Json): Json | undefined {
  const data = object(body, 'merchantMetadata')
  if (data === undefined) return undefined
  known(data, ['merchantReferenceId', 'merchantStoreName', 'noteToBuyer', 'customInformation'], 'merchantMetadata.')
  text(data, 'merchantReferenceId', 256)
  text(data, 'merchantStoreName', 50)
  text(data, 'noteToBuyer', 255)
  text(data, 'customInformation', 4096)
  return data
}

export function recurringMetadata(body: Json): Json | undefined {
  const data = object(body, 'recurringMetadata')
  if (data === undefined) return undefined
  known(data, ['frequency', 'amount'], 'recurringMetadata.')
  const frequency = required(object(data, 'frequency'), 'recurringMetadata.frequency')
  known(frequency, ['unit', 'value'], 'recurringMetadata.frequency.')
  if (!['Year', 'Month', 'Week', 'Day', 'Variable'].includes(String(frequency.unit)))
    throw new AmazonError('InvalidParameterValue', 'recurringMetadata.frequency.unit')
  if (!/^\d{1,3}$/.test(String(frequency.value)))
    throw new AmazonError('InvalidParameterValue', 'recurringMetadata.frequency.value')
  price(data, 'amount')
  return data
}
