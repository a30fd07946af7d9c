import { cancelSubscription, ownSubscription } from '../../../subscription/index.ts'
import { inPlaceOf, type Kind } from './kind.ts'

/** 解約: as the member does it, so that what is paid ahead still comes. It can't be taken back. */
export const cancel: Kind = {
  list: 'subscriptions',
  text: () => '解約する',
  async run(ctx, id, params) {
    const row = await ownSubscription(ctx, id)
    const { reason, detail } = params as unknown as { reason: number; detail: string }
    await cancelSubscription(inPlaceOf(ctx, row), { id, version: row.version, reason, detail })
    return { detail: '解約済みになります', undo: null }
  },
}
