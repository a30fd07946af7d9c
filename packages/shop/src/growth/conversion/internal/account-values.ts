import type { conversion_destination } from '@kushi/db/schema/conversion'
import { type ConversionKindName, conversionFieldNames } from '@kushi/values/conversion/kinds'
import type { Context } from '../../../context.ts'

type Owner = Pick<Context, 'secrets' | 'shop_id'>
type Values = Record<string, string>

/** Encrypts the secret values together with the number of the shop, so that another shop's can't take their place. */
export const sealAccountValues = ({ secrets, shop_id }: Owner, values: Values): string | null =>
  Object.keys(values).length === 0 ? null : secrets.seal(JSON.stringify({ shop_id, values }))

/**
 * Decrypts the secret values of a 送信先.
 * @throws Error for another shop's, or if the key of the installation was changed
 */
export function openAccountValues({ secrets, shop_id }: Owner, sealed: string | null): Values {
  if (sealed === null) return {}
  const opened = JSON.parse(secrets.open(sealed)) as { shop_id: number; values: Values }
  if (opened.shop_id !== shop_id) throw new Error('the secrets of another shop')
  return opened.values
}

/** The values of a form, without empty ones, apart by whether they are secret. */
export function dividedValues(kind: ConversionKindName, values: Readonly<Values>): Record<'plain' | 'secret', Values> {
  const pick = (isSecret: boolean) =>
    Object.fromEntries(
      conversionFieldNames(kind, isSecret).flatMap((name) => {
        const value = values[name]?.trim()
        return value ? [[name, value]] : []
      }),
    )
  return { plain: pick(false), secret: pick(true) }
}

/** The account with all its values. @throws Error when its secrets can't be read */
export const accountOf = (owner: Owner, row: typeof conversion_destination.$inferSelect) => ({
  kind: row.conversion_kind,
  fields: { ...row.account_values, ...openAccountValues(owner, row.sealed) },
})
