import { createInterface } from 'node:readline/promises'
import { type CommandOptions, UsageError } from './command.ts'

/** Whether the operator agrees: by `--yes`, or by answering; null: there is no terminal to ask on. */
export async function askAgreement(question: string, { yes }: CommandOptions): Promise<boolean | null> {
  if (yes) return true
  if (!process.stdin.isTTY) return null
  const person = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await person.question(`${question} [y/N] `)
  person.close()
  return /^y(es)?$/i.test(answer.trim())
}

/**
 * Whether the operator agrees, by `--yes` or by answering the question.
 * @throws UsageError without `--yes` if there is no terminal
 */
export async function requireAgreement(question: string, options: CommandOptions): Promise<boolean> {
  const isAgreed = await askAgreement(question, options)
  if (isAgreed === null) throw new UsageError(`--yes is missing. ${question}`)
  return isAgreed
}
