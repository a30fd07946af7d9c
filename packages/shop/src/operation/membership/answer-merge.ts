import { MERGE_AGREEMENT_DAYS } from '@kushi/values/merge-request'
import type { Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { consumeLinkToken, findLinkToken, invalidateLinkTokens } from '../../people/session/index.ts'
import { countRowsToMerge } from './internal/count-rows-to-merge.ts'
import { loadNewestMergeRequest, updateMergeRequest } from './internal/merge-requests.ts'

/** What the operators' notes and records are called is not shown to customers. */
const SHOWN = ['注文', '定期便', 'お届け先', 'お問い合わせ', '再入荷のお知らせ']

/** 統合の確認, by the link of a mail or of LINE. */
export const showMergeConsentRequest: Handler<'POST /v1/customer/merge/show'> = async (ctx, { token }) => {
  await consumeLimit(ctx, 'one_time_token', { address: ctx.ip })
  const { customer_id } = await findLinkToken(ctx.db, ctx, 'agree_merge', token)
  const { customer_id: ending_id, kept_id } = await loadNewestMergeRequest(ctx.db, ctx, customer_id)
  const moves = customer_id === ending_id ? await countRowsToMerge(ctx, ending_id) : []
  return { customer_id, ending_id, kept_id, moves: moves.filter(({ name }) => SHOWN.includes(name)) }
}

/** The owner of one of the two accounts answers, once. A refusal ends the link of the other as well. */
export const answerMergeConsentRequest: Handler<'POST /v1/customer/merge/answer'> = async (ctx, { token, agrees }) => {
  await consumeLimit(ctx, 'one_time_token', { address: ctx.ip })
  await ctx.db.transaction(async (tx) => {
    const { customer_id } = await consumeLinkToken(tx, ctx, 'agree_merge', token)
    const request = await loadNewestMergeRequest(tx, ctx, customer_id, 'update')
    const now = ctx.clock.now()
    if (!agrees) {
      await updateMergeRequest(tx, request, { refused_at: now })
      for (const id of [request.customer_id, request.kept_id]) await invalidateLinkTokens(tx, ctx, id, 'agree_merge')
      return
    }
    const answer = customer_id === request.customer_id ? { agreed_at: now } : { kept_agreed_at: now }
    const { agreed_at, kept_agreed_at } = { ...request, ...answer }
    const isAgreed = agreed_at !== null && kept_agreed_at !== null
    const expires_at = new Date(now.getTime() + MERGE_AGREEMENT_DAYS * 86_400_000)
    await updateMergeRequest(tx, request, { ...answer, ...(isAgreed && { expires_at }) })
  })
  return { agrees }
}
