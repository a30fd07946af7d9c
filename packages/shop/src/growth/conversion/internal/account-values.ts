import type { conversion_destination } from '@kushi/db/schema/conversion'
import { type ConversionKindName, conversionFieldNames, isToldByServer } from '@kushi/values/conversion/kinds'
import type { Context } from '../../../context.ts'
import { openShopValues, type SealedValues, sealShopValues } from '../../../secret-box.ts'

type Owner = Pick<Context, 'secrets' | 'shop_id'>
type Values = Record<string, string>

export const sealAccountValues = ({ secrets, shop_id }: Owner, values: Values): string | null =>
  Object.keys(values).length === 0 ? null : sealShopValues(secrets, { shop_id, values })

/** @throws Error for another shop's, or if the key of the installation was changed */
export const openAccountValues = ({ secrets, shop_id }: Owner, sealed: string | null): SealedValues =>
  sealed === null ? {} : openShopValues(secrets, shop_id, sealed)

/** The values of a form, without empty ones, apart by whether they are secret. */
export function splitPlainAndSecretValues(
  kind: ConversionKindName,
  values: Readonly<Values>,
): Record<'plain' | 'secret', Values> {
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
export function openConversionAccount(
  owner: Owner,
  { conversion_kind: kind, account_values, sealed }: typeof conversion_destination.$inferSelect,
) {
  if (!isToldByServer(kind)) throw new Error(`${kind} is not told by the server`)
  return { kind, fields: { ...account_values, ...openAccountValues(owner, sealed) } }
}
