import type { ConversionKind } from './kind.ts'
import { frameKind } from './kinds/frame.ts'
import { googleKind } from './kinds/google.ts'
import { lineyahooKind } from './kinds/lineyahoo.ts'
import { metaKind } from './kinds/meta.ts'
import { postbackKind } from './kinds/postback.ts'
import { tiktokKind } from './kinds/tiktok.ts'

/** All kinds of 送信先, in the order in which operators see them. */
const KINDS = {
  meta: metaKind,
  google: googleKind,
  lineyahoo: lineyahooKind,
  tiktok: tiktokKind,
  postback: postbackKind,
  frame: frameKind,
} as const
export type ConversionKindName = keyof typeof KINDS
type ToldBy<By> = {
  [K in ConversionKindName]: (typeof KINDS)[K]['told_by'] extends By ? K : never
}[ConversionKindName]
export type ServerConversionKind = ToldBy<'server'>

export const CONVERSION_KINDS: Readonly<Record<ConversionKindName, ConversionKind>> = KINDS

export const CONVERSION_KIND_NAME = Object.fromEntries(
  Object.entries(CONVERSION_KINDS).map(([kind, { name }]) => [kind, name]),
) as Record<ConversionKindName, string>

/** The values of one kind, by whether they are secret. */
export const conversionFieldNames = (kind: ConversionKindName, isSecret: boolean): string[] =>
  Object.entries(CONVERSION_KINDS[kind].fields)
    .filter(([, field]) => (field.is_secret ?? false) === isSecret)
    .map(([name]) => name)

/** The fields of one kind whose texts are parameters. */
export const parameterFieldNames = (kind: ConversionKindName): string[] =>
  Object.entries(CONVERSION_KINDS[kind].fields)
    .filter(([, { form }]) => form === 'parameters')
    .map(([name]) => name)

export const isToldByServer = (kind: ConversionKindName): kind is ServerConversionKind =>
  CONVERSION_KINDS[kind].told_by === 'server'

/** The kinds whose events the customer's browser sends. */
export const BROWSER_CONVERSION_KINDS = (Object.keys(KINDS) as ConversionKindName[]).filter(
  (kind) => !isToldByServer(kind),
)
