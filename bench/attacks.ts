/**
 * Attacks that once brought the shop down, against a shop on this machine; 4711 is the id of the process that serves
 * it:
 *
 *     node bench/attacks.ts http://localhost:3000 4711
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { customerOf } from './customer.ts'

const [url = '', pid = ''] = process.argv.slice(2)
const { hostname, port } = new URL(url)
const customer = customerOf(url)

const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
const head = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)

/** Sends requests one after the other on one connection, each after the previous response; counts the statuses. */
function sendInSequence(requests: readonly string[], statuses: Map<string, number>): Promise<void> {
  return new Promise((resolve) => {
    const left = [...requests]
    const begin = () => {
      const socket = connect(Number(port), hostname)
      const next = () => {
        const request = left.shift()
        if (request === undefined) return void socket.end(resolve)
        socket.write(request)
      }
      socket.on('connect', next)
      socket.on('data', (data) => {
        const status = /^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1]
        if (!status) return
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status !== '431') return next()
        socket.destroy()
        begin()
      })
      socket.on('error', () => begin())
    }
    begin()
  })
}

async function spellings(): Promise<void> {
  const each = 12_228 / 6
  const before = rss()
  const began = performance.now()
  const statuses = new Map<string, number>()
  const attack = Promise.all(
    Array.from({ length: 6 }, (_, connection) =>
      sendInSequence(
        Array.from({ length: each }, (_, n) => {
          const dots = './'.repeat(1 + ((n * 6 + connection) % 8_100))
          return head('HEAD', `/sh/${dots}${n % 2 ? '/' : ''}icon.svg?${connection}-${n}`)
        }),
        statuses,
      ),
    ),
  )
  const other = customer(attack)
  await attack
  console.log(`12,228 HEADs with spellings of one file over 6 connections: ${seconds(began)} s`)
  console.log(
    `  answers ${JSON.stringify(Object.fromEntries(statuses))}, memory ${before.toFixed(0)} → ${rss().toFixed(0)} MB`,
  )
  console.log(`  a customer meanwhile: ${await other}`)
}

async function document(): Promise<void> {
  const until = performance.now() + 15_000
  let answers = 0
  const heavyClient = async () => {
    while (performance.now() < until) {
      await (await fetch(`${url}/v1/openapi.json`)).arrayBuffer()
      answers += 1
    }
  }
  const attack = Promise.all(Array.from({ length: 32 }, heavyClient))
  const other = customer(attack)
  await attack
  console.log(`32 clients on /v1/openapi.json for 15 s: ${answers} answers, memory ${rss().toFixed(0)} MB`)
  console.log(`  a customer meanwhile: ${await other}`)
}

/**
 * Sends `count` GETs at once on one connection; returns how many were answered, and whether the server closed the
 * connection.
 */
function pipelined(count: number, path: string): Promise<{ answered: number; cut: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let answered = 0
    let tail = ''
    const done = (cut: boolean) => {
      socket.destroy()
      resolve({ answered, cut })
    }
    socket.on('data', (data) => {
      const text = tail + data.toString('latin1')
      answered += text.split('HTTP/1.1 200').length - 1
      tail = text.slice(-11)
      if (answered >= count) done(false)
    })
    socket.on('error', () => done(true))
    socket.on('close', () => done(true))
    socket.write(head('GET', path).repeat(count))
  })
}

async function pipes(count: number, path: string): Promise<void> {
  const began = performance.now()
  const attack = Promise.all(Array.from({ length: 6 }, () => pipelined(count, path)))
  const other = customer(attack)
  const results = await attack
  const answered = results.map((one) => `${one.answered}${one.cut ? ' (cut off)' : ''}`).join(', ')
  console.log(`6 connections with ${count} pipelined GETs of ${path}: ${seconds(began)} s, answered ${answered}`)
  console.log(`  memory ${rss().toFixed(0)} MB; a customer meanwhile: ${await other}`)
}

console.log(
  `a customer alone: ${await customer(new Promise((resolve) => setTimeout(resolve, 5_000)))}, memory ${rss().toFixed(0)} MB`,
)
await spellings()
await document()
await pipes(1_000, '/v1/openapi.json')
await pipes(1_000, '/v1/product')
await pipes(20_000, '/sh/icon.svg')
