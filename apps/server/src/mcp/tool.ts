import { type Contract, contract } from '@kushi/contract/contract'
import type { Out } from '@kushi/contract/endpoint'
import type { Context, Input, Verb } from '@kushi/shop/context'
import type { z } from 'zod'

/** A tool for agents; read-only. Texts are Japanese, as the product data is. */
export interface Tool<S extends z.ZodType = z.ZodType> {
  name: string
  title: string
  description: string
  input: S
  run(ctx: Context, input: z.output<S>): Promise<object>
}

/** Keeps the type of its input. */
export const tool = <S extends z.ZodType>(one: Tool<S>): Tool => one as unknown as Tool

/** Calls the public API; properties that the contract does not declare are dropped. */
export async function ask<K extends keyof Contract>(
  key: K,
  verb: Verb<K>,
  ctx: Context,
  input: Input<K>,
): Promise<Out<Contract[K]['response']>> {
  const { response } = contract[key] as unknown as { response: z.ZodType }
  const run = verb as unknown as (ctx: Context, input: unknown) => Promise<unknown>
  return response.parse(await run(ctx, input)) as Out<Contract[K]['response']>
}
