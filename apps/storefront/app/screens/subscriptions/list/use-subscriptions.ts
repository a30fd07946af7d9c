import type { Subscription } from '@kushi/contract/subscription'
import { useState } from 'react'
import { quietApi } from '../../../api.ts'
import { useAnswer } from '../../../state/use-answer.ts'

export type Tab = 'active' | 'paused' | 'cancelled'
export const PER_PAGE = 10

interface Listed {
  tab: Tab
  page: number
  items: readonly Subscription[]
  total: number
  counts: Record<Tab, number>
}

/** The subscriptions of a tab as they stand: loaded, then as each change answers it. */
export function useSubscriptions(tab: Tab, page: number) {
  const [listed, setListed] = useState<Listed>()
  const answer = useAnswer(`subscriptions.${tab}.${page}`, async (signal) => {
    const query = { tab, page, per_page: PER_PAGE }
    const loaded = { ...(await quietApi('GET /v1/order/subscription/', { query }, { signal })), tab }
    setListed(loaded)
    return loaded
  })
  return {
    ...answer,
    data: listed?.tab === tab && listed.page === page ? listed : undefined,
    /** Of each tab, also while another one is loading. */
    counts: listed?.counts,
    /** What changed stands there at once; what else moved with it (its tab, its place, the counts) is asked for. */
    show: (after: Subscription) => {
      setListed((now) => now && { ...now, items: now.items.map((one) => (one.id === after.id ? after : one)) })
      answer.retry()
    },
  }
}
