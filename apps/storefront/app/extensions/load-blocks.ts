import type { ShopApiClient } from '@kushi/contract/client'
import type { Block, SlotName, Slots } from './block.ts'
import { blocks } from './registered.ts'

/** Timeout in milliseconds, because the page waits for the blocks. */
const TIMEOUT_MS = 1_000

/** The loaded data of a page's blocks, by name. A block without an entry is not shown. */
export type LoadedBlocks = Readonly<Record<string, unknown>>

/**
 * Loads the blocks of these slots in parallel; undefined if none is registered.
 * Leaves out blocks that fail or time out.
 */
export async function loadBlocks<S extends SlotName>(
  slots: readonly S[],
  api: ShopApiClient,
  slotProps: Slots[S],
  all: readonly Block[] = blocks,
): Promise<LoadedBlocks | undefined> {
  const matching = all.filter(({ slot }) => slots.includes(slot as S))
  if (matching.length === 0) return
  const loaded = await Promise.all(matching.map(async (one) => [one.name, await load(one, api, slotProps)] as const))
  return Object.fromEntries(loaded.filter(([, data]) => data !== undefined))
}

async function load({ name, load }: Block, api: ShopApiClient, slotProps: Slots[SlotName]): Promise<unknown> {
  if (!load) return null
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`slower than ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
  })
  try {
    // The block is one of this slot, which the caller has selected by name.
    return (await Promise.race([load(api, slotProps as never), timeout])) ?? undefined
  } catch (error) {
    console.warn(`block ${name} is left out`, error)
  } finally {
    clearTimeout(timer)
  }
}
