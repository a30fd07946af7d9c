import { cancelling } from '../../../subscription/index.ts'
import { ofSubscriptions } from './kind.ts'

/** 解約, as the member does it: deliveries paid in advance still come. Can't be taken back. */
export const cancel = ofSubscriptions({
  text: () => '解約する',
  async changing(ctx, params) {
    const change = await cancelling(ctx, params as unknown as { reason: number; detail: string })
    return () => ({ change, told: { detail: '解約済みになります', undo: null } })
  },
})
