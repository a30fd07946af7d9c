import { pausing, reopening } from '../../../subscription/index.ts'
import { ofSubscriptions } from './kind.ts'

/** 休止. Taking it back reopens the subscription, which corrects dates that have passed meanwhile. */
export const pause = ofSubscriptions({
  text: () => '休止する',
  changing:
    () =>
    ({ row }) => ({ change: pausing, told: { detail: '休止中になります', undo: { version: row.version + 1 } } }),
  undoing: () => reopening(undefined, false),
})
