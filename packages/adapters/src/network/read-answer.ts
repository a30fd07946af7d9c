import type { IncomingMessage } from 'node:http'

/** The beginning of an answer, up to `max` bytes, and whether it goes on. Ends the connection. */
export async function readAnswer(answer: IncomingMessage, max: number): Promise<{ text: string; isLonger: boolean }> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length > max) break
    }
  } finally {
    answer.destroy()
  }
  return { text: Buffer.concat(parts).subarray(0, max).toString(), isLonger: length > max }
}
