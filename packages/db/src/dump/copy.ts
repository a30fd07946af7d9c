/** PostgreSQL's `copy … to stdout` and `copy … from stdin` over a connection of pg, as streams. */
import { PassThrough, type Readable, type Writable } from 'node:stream'
import pg from 'pg'

/** What pg's own query calls, or leaves empty, when the server begins a copy. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** Bytes that are passed on together: the server sends each row by itself. */
const together = 64 * 1024

/** Resolves when a stream takes more, or never will. */
function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done)
      resolve()
    }
    stream.on('drain', done).on('close', done)
  })
}

class CopyOut extends pg.Query {
  readonly stream = new PassThrough({ highWaterMark: 4 * together })
  #rows: Buffer[] = []
  #bytes = 0

  handleCopyData({ chunk }: { chunk: Buffer }, connection: pg.Connection): void {
    // pg uses the memory of a message again.
    this.#rows.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes < together || this.#flush()) return
    connection.stream.pause()
    void drained(this.stream).then(() => connection.stream.resume())
  }

  #flush(): boolean {
    const rows = Buffer.concat(this.#rows)
    this.#rows = []
    this.#bytes = 0
    return this.stream.destroyed || this.stream.write(rows)
  }

  end(): void {
    this.#flush()
    this.stream.end()
  }
}

/** The rows of a `copy … to stdout`; a failure destroys the stream. */
export function readCopyStream(client: pg.ClientBase, text: string): Readable {
  const query = new CopyOut(text)
  query.once('end', () => query.end())
  query.once('error', (error) => query.stream.destroy(error))
  client.query(query)
  return query.stream
}

class CopyIn extends pg.Query {
  readonly #source: AsyncIterable<Buffer>
  #failure: unknown
  #isOver = false

  constructor(text: string, source: AsyncIterable<Buffer>, done: (error?: unknown) => void) {
    super(text)
    this.#source = source
    this.once('end', () => done(this.#failure))
    this.once('error', (error) => {
      this.#isOver = true
      done(this.#failure ?? error)
    })
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: Error) => {
      this.#failure = error
      connection.sendCopyFail(error.message)
    })
  }

  async #send(connection: CopyConnection): Promise<void> {
    for await (const chunk of this.#source) {
      if (this.#isOver) return
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await drained(connection.stream)
    }
    connection.endCopyFrom()
  }
}

/** Sends `source` into a `copy … from stdin`. @throws what the server or the source reports */
export function writeCopyStream(client: pg.ClientBase, text: string, source: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(text, source, (error) => (error ? reject(error as Error) : resolve())))
  })
}
