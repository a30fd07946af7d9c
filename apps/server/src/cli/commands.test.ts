import { expect, test } from 'vitest'
import { UsageError } from './command.ts'
import { commands } from './commands.ts'

test('a 定期便 is kept by a refund of all that is left, not by a sum that may be the whole', async () => {
  const { run } = commands['orders refund']!
  const asked = { amount: '5000', 'keep-subscription': true }
  await expect((async () => run({} as never, 'K261121-7QK3M9XA', asked as never))()).rejects.toThrow(UsageError)
})
