import { ownSubscription, pauseSubscription, reopenSubscription } from '../../../subscription/index.ts'
import { inPlaceOf, type Kind, refuseChanged } from './kind.ts'

/** 休止; taken back by reopening, which puts right what time has overtaken. */
export const pause: Kind = {
  list: 'subscriptions',
  text: () => '休止する',
  async run(ctx, id) {
    const row = await ownSubscription(ctx, id)
    await pauseSubscription(inPlaceOf(ctx, row), { id, version: row.version })
    return { detail: '休止中になります', undo: { version: row.version + 1 } }
  },
  async takeBack(ctx, id, undo) {
    const row = await ownSubscription(ctx, id)
    refuseChanged(row, undo)
    await reopenSubscription(inPlaceOf(ctx, row), {
      ...{ id, version: row.version, customer_flag: true },
      ...{ is_update_subscription: false, third_party_consent: false },
    })
  },
}
