import type { Api } from '@kushi/contract/client'
import type { Block, SlotName, Slots } from './block.ts'
import { blocks } from './registered.ts'

/** Milliseconds: the page waits. */
const PATIENCE = 1_000

/** What the blocks of a page have loaded, by their names; a block that isn't in it is not shown. */
export type LoadedBlocks = Readonly<Record<string, unknown>>

/** For the blocks of these slots, all at once; undefined where none is registered. One that fails or is slow is left out. */
export async function loadBlocks<S extends SlotName>(
  slots: readonly S[],
  api: Api,
  given: Slots[S],
  all: readonly Block[] = blocks,
): Promise<LoadedBlocks | undefined> {
  const wanted = all.filter(({ slot }) => slots.includes(slot as S))
  if (wanted.length === 0) return
  const loaded = await Promise.all(wanted.map(async (one) => [one.name, await load(one, api, given)] as const))
  return Object.fromEntries(loaded.filter(([, data]) => data !== undefined))
}

async function load({ name, load }: Block, api: Api, given: Slots[SlotName]): Promise<unknown> {
  if (!load) return null
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`slower than ${PATIENCE} ms`)), PATIENCE)
  })
  try {
    return (await Promise.race([load(api, given as never), late])) ?? undefined
  } catch (error) {
    console.warn(`block ${name} is left out`, error)
  } finally {
    clearTimeout(timer)
  }
}
