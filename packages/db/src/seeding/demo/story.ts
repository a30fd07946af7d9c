import { articles, homeBlocks, wholesaleBlocks } from '../../../seed/demo/story.ts'
import type { Tx } from '../../connect.ts'
import { article, home_block } from '../../schema/story.ts'

const DAY_MS = 86_400_000

/** The home pages of both shops, and the articles of the first. */
export async function addStory(tx: Tx): Promise<void> {
  for (const [shop_id, blocks] of [[2, homeBlocks] as const, [3, wholesaleBlocks] as const])
    await tx.insert(home_block).values(blocks.map((block, n) => ({ ...block, shop_id, sort_no: n + 1 })))
  const now = Date.now()
  await tx.insert(article).values(
    articles.map(({ days_ago, ...row }) => ({
      ...{ ...row, shop_id: 2, visible: true },
      published_on: new Date(now - days_ago * DAY_MS).toISOString().slice(0, 10),
    })),
  )
}
