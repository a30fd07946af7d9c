import type { OwnCard } from '@kushi/contract/card'
import { quietApi } from '../../../api.ts'
import { type Answer, useAnswer } from '../../../state/use-answer.ts'

/** The member's cards, which a subscription names by number only. Without them the screen says just カード. */
export const useOwnCards = (): Answer<OwnCard[]> =>
  useAnswer('own-cards', async (signal) => {
    const { items } = await quietApi('GET /v1/common/mypage/card/list', {}, { signal })
    return items
  })
