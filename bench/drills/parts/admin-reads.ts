import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@kushi/db/connect'
import type pg from 'pg'
import { freePort } from '../../shop.ts'
import { signedIn } from '../../signed-in.ts'
import { begin, type startFleet } from './fleet.ts'
import type { Machines } from './machines.ts'

interface Plan {
  pool: pg.Pool
  fleet: Awaited<ReturnType<typeof startFleet>>
  machines: Machines
  standbyUrl: string
}

/** Maximum age in seconds of a list (`DATABASE_READ_LAG`). */
const bound = 5
/** The SKU whose low-stock threshold one operator increments, and both read. */
const counted = 101

/**
 * Two operators at one process that reads lists from the standbys: one repeatedly changes something and reads the list,
 * the other only reads. The standbys are stopped until they are more than ten seconds behind, and then continue. No
 * operator may miss their own change, data older than the limit, or data that they have seen before.
 */
export async function lookAtLists({ pool, fleet, machines, standbyUrl }: Plan): Promise<string> {
  const metrics = await freePort()
  const web = await fleet.add('web', { env: { DATABASE_READ_URL: standbyUrl, METRICS_PORT: String(metrics) } })
  await begin(web)
  const [writer, reader] = [await signedIn(pool, 'writer'), await signedIn(pool, 'reader')]
  const ask = async (who: string, method: string, path: string, body?: object) => {
    const headers = { cookie: who, 'x-kushi-admin': '1', 'content-type': 'application/json' }
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`http://127.0.0.1:${web.port}/admin/v1/${path}`, sent)
    const text = await answer.text()
    assert.equal(answer.status, 200, `${method} ${path}: ${text}`)
    return JSON.parse(text) as { data: { items: { id: number; low_stock: number }[] } }
  }
  const seenBy = async (who: string) =>
    (await ask(who, 'GET', 'stock?per_page=100')).data.items.find(({ id }) => id === counted)!.low_stock

  let isOver = false
  let writes = 0
  const written = [{ value: 0, at: performance.now() }]
  async function change(): Promise<void> {
    for (let value = 1; !isOver; value++) {
      await ask(writer, 'PUT', `stock/${counted}/low-stock`, { low_stock: value })
      written.push({ value, at: performance.now() })
      assert.equal(await seenBy(writer), value, 'the list after one’s own change')
      writes++
      await wait(150)
    }
  }
  let looks = 0
  let oldest = 0
  async function look(): Promise<void> {
    for (let last = 0; !isOver; looks++) {
      const asked = performance.now()
      const value = await seenBy(reader)
      const missed = written.find((one) => one.value === value + 1)
      const age = missed ? (asked - missed.at) / 1000 : 0
      assert.ok(age <= bound, `a list that is ${age.toFixed(1)} s old`)
      assert.ok(value >= last, `a list that went back from ${last} to ${value}`)
      oldest = Math.max(oldest, age)
      last = value
      await wait(100)
    }
  }
  const figures = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
    const figure = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1] ?? 0,
      )
    return {
      standby: figure('kushi_admin_reads_total{from="standby"}'),
      primary: figure('kushi_admin_reads_total{from="primary"}'),
      behind: figure('kushi_db_standby_behind_seconds'),
    }
  }
  await ask(writer, 'PUT', `stock/${counted}/low-stock`, { low_stock: 0 })
  await wait(2_000)
  const people = Promise.all([change(), look()])
  people.catch(() => undefined)
  async function phase(title: string, seconds: number): Promise<{ standby: number; primary: number }> {
    const before = await figures()
    let most = 0
    oldest = 0
    for (const until = performance.now() + seconds * 1_000; performance.now() < until; ) {
      await Promise.race([wait(1_000), people])
      most = Math.max(most, (await figures()).behind)
    }
    const after = await figures()
    const [standby, primary] = [after.standby - before.standby, after.primary - before.primary]
    console.log(
      `  ${title}, ${seconds} s: ${standby} lists from a standby, ${primary} from the primary; behind at most ${most.toFixed(1)} s; the oldest list ${oldest.toFixed(1)} s`,
    )
    return { standby, primary }
  }
  const primary = await machines.primary()
  const standbys = machines.list.filter((one) => one !== primary).map((one) => machines.urlOf(one))
  const replayers = await Promise.all(standbys.map(replayerOf))
  const toReplayers = (signal: NodeJS.Signals) => replayers.forEach((pid) => void process.kill(pid, signal))

  assert.ok((await phase('beside each other', 8)).standby > 0, 'nothing is read from a standby')
  // Patroni resumes a paused replay, and removes a delay from the configuration, so the process itself is stopped.
  toReplayers('SIGSTOP')
  try {
    await phase('standing still', 12)
    await Promise.race([untilBehind(standbys, 10), people])
    assert.equal((await phase('more than ten seconds behind', 10)).standby, 0, 'lists that are ten seconds old')
  } finally {
    toReplayers('SIGCONT')
  }
  await phase('coming back', 5)
  assert.ok((await phase('beside each other again', 5)).standby > 0, 'nothing is read from a standby any more')
  isOver = true
  await people
  await web.end()
  return `lists of the admin: ${writes} changes, each seen at once by who made it; ${looks} looks of another, none back in time`
}

/** Id of the process that replays the primary's log. */
const replayerOf = async (standby: string): Promise<number> =>
  (await askStandby<{ pid: number }>(standby, `select pid from pg_stat_activity where backend_type = 'startup'`)).pid

async function askStandby<T extends pg.QueryResultRow>(standby: string, question: string): Promise<T> {
  const { pool, close } = openDatabase(standby, { max: 1, standby: true })
  return (await pool.query<T>(question).finally(close)).rows[0]!
}

/**
 * Waits until each standby's last replayed change is this many seconds old by its own clock, which is the same for all
 * here.
 */
async function untilBehind(standbys: string[], seconds: number): Promise<void> {
  const question = `select extract(epoch from now() - pg_last_xact_replay_timestamp())::float as age`
  for (let turn = 0; ; turn++) {
    const ages: number[] = []
    for (const url of standbys) ages.push((await askStandby<{ age: number }>(url, question)).age)
    if (Math.min(...ages) > seconds) return
    if (turn > 60) throw new Error(`the standbys do not fall behind: ${ages}`)
    await wait(500)
  }
}
