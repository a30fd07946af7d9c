import { isDeepStrictEqual } from 'node:util'
import {
  customerFacingFieldNames,
  type FieldSchema,
  findFieldMeta,
  findFieldMetaAtAnyDepth,
  inputSchemasOf,
  maskPersonalData,
} from '@kushi/contract/field-meta'
import type { Queryable } from '@kushi/db/connect'
import { audit_event } from '@kushi/db/schema/operator'
import { findAdvertisingWords, findRestrictedWords, type RestrictedWord } from '@kushi/values/claims'
import { ShopError } from '../../../shop-error.ts'
import { type AdminContext, type AdminQueryContext, maskPersonal } from '../../admin/index.ts'

export interface AuditChange {
  /** Kind of subject, named like its table: `product`, `operator`, `shop`. */
  subject: string
  subject_id: string | number
  /** The name that operators know it by. */
  subject_name: string
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  /**
   * The schema of the recorded values, if the call does not take them as they are stored, or if a command made the
   * change.
   */
  shape?: FieldSchema
  /** 取引上のお知らせ: its words may not sell. */
  is_notice?: boolean
  /** 軽減税率: its product is a food. */
  is_food?: boolean
}

/**
 * Writes a change into the audit log, in the transaction that makes it. Stores only what differs between `before` and
 * `after`. A change that alters nothing is recorded too, because an operator requested it. Must not contain secrets.
 * Personal data are masked, because the log can't be erased: it still records that they changed.
 * @throws ShopError 422 ERROR_CLAIMS for restricted words that the change adds, unless the operator gave a reason
 */
export async function recordAudit(tx: Queryable, ctx: AdminQueryContext, change: AuditChange): Promise<void> {
  const claims = newClaims(ctx.action, change)
  if (claims.length > 0 && ctx.operator !== null && !ctx.claim_reason) throw claimed(claims)
  const claim_reason = claims.length > 0 && ctx.claim_reason
  await write(tx, ctx, claim_reason ? { ...change, after: { ...change.after, claim_reason } } : change)
  ctx.trail.entries++
}

interface FoundClaim extends RestrictedWord {
  path: string
}

/** Restricted words (薬機・景表, 特定電子メール法) that the change adds, with their fields. */
function newClaims(action: string, { subject, before, after, is_notice, is_food }: AuditChange): FoundClaim[] {
  const isReduced = subject === 'product_sku' && after?.['tax_rate'] === 8 && before?.['tax_rate'] !== 8
  const reduced = isReduced && !is_food ? [REDUCED] : []
  const was = new Set(claimsOf(textsIn(before), is_notice).map(({ word }) => word))
  const words = Object.entries(after ?? {}).flatMap(([path, value]) =>
    claimsOf(textsRead({ [path]: value }, inputSchemasOf(action)), is_notice)
      .filter(({ word }) => !was.has(word))
      .map((claim) => ({ path, ...claim })),
  )
  return [...reduced, ...words]
}

/**
 * The texts that customers read: as the call says of its field, wherever that stands in it; of a field that it does not
 * take (a file, a change that was planned) as all calls say of that name.
 */
const textsRead = (row: object, places: readonly FieldSchema[]): string[] =>
  Object.entries(row).flatMap(([name, value]) => {
    const own = findFieldMeta(places, name)
    const field = own.places.length > 0 ? own : findFieldMetaAtAnyDepth(places, name)
    const isKnown = field.places.length > 0
    if (isKnown ? field.isRead : customerFacingFieldNames().has(name)) return textsIn(value)
    return [value]
      .flat()
      .flatMap((one) =>
        typeof one === 'object' && one !== null ? textsRead(one, isKnown ? field.places : places) : [],
      )
  })

/** 軽減税率: for food and drink only, and a wrong rate is on every invoice. */
const REDUCED: FoundClaim = {
  path: 'tax_rate',
  word: '税率8%',
  reason: '消費税法: 8%は、飲食料品(酒類を除く)だけの軽減税率です。食べ物・飲み物でなければ10%です。',
  instead: '食品なら「商品の表示」を「食品」にするか、理由に「食品(お茶)」のように残す',
}

const claimsOf = (texts: readonly string[], is_notice = false): RestrictedWord[] => {
  const text = texts.join('\n')
  return [...findRestrictedWords(text), ...(is_notice ? findAdvertisingWords(text) : [])]
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

const claimed = (claims: readonly FoundClaim[]) =>
  new ShopError(
    422,
    'ERROR_CLAIMS',
    '法律で使い方が決まっている言葉があります。言い換えるか、使う理由を残して保存してください。',
    {
      fields: claims.map(({ path, word, reason, instead }) => ({
        path,
        message_id: 'claim',
        message: `「${word}」 ${reason} 言い換え: ${instead}`,
      })),
    },
  )

type Doer = Pick<AdminContext, 'shop_id' | 'clock' | 'actor' | 'action' | 'ip'>

/** Writes a change that an operator makes outside the admin into the audit log. */
export const recordAuditAs = (tx: Queryable, doer: Doer, change: AuditChange): Promise<void> => write(tx, doer, change)

/** Writes a change by a job into the audit log. The job carries out what an operator requested earlier. */
export const recordAuditBySystem = (tx: Queryable, doer: Omit<Doer, 'ip'>, change: AuditChange): Promise<void> =>
  write(tx, { ...doer, ip: '' }, change)

async function write(tx: Queryable, ctx: Doer, change: AuditChange): Promise<void> {
  const before = change.before ?? {}
  const after = change.after ?? {}
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const fields = names.filter((name) => !isDeepStrictEqual(plain(before[name]), plain(after[name])))
  const places = [...inputSchemasOf(ctx.action), ...(change.shape ? [change.shape] : [])]
  const kept = (name: string, value: unknown) => {
    const own = findFieldMeta(places, name).places
    const found = own.length > 0 ? own : findFieldMetaAtAnyDepth(places, name).places
    return found.reduce<unknown>((one, place) => maskPersonalData(place, one, maskPersonal), value)
  }
  const only = (row: Record<string, unknown>) =>
    Object.fromEntries(fields.filter((name) => name in row).map((name) => [name, kept(name, row[name])]))
  await tx.insert(audit_event).values({
    shop_id: ctx.shop_id,
    created_at: ctx.clock.now(),
    operator_id: ctx.actor.actor_id,
    operator_name: ctx.actor.actor_name,
    ip: ctx.ip,
    action: ctx.action,
    subject: change.subject,
    subject_id: String(change.subject_id),
    subject_name: change.subject_name,
    before: only(before),
    after: only(after),
    fields,
  })
}

/** The value as JSON stores it: dates become text, undefined is dropped. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
