import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeCertificate } from './certificate.ts'

interface Ports {
  /** Port of the shop. */
  web: number
  tls: number
  plain: number
}

export const nginxHost = 'shop.localhost'

/** What to install if nginx is missing. */
export const missingNginx = () =>
  spawnSync('nginx', ['-v']).status === 0 ? null : 'nginx is not installed: apt-get install nginx-light.'

/**
 * Starts nginx with `deploy/nginx`, changed only in ports, names and certificate; the certificate is created in the
 * folder.
 */
export async function startNginx(folder: string, { web, tls, plain }: Ports): Promise<ChildProcess> {
  makeCertificate(folder, nginxHost)
  const example = readFileSync(join(import.meta.dirname, '../../../deploy/nginx/kushi.conf'), 'utf8')
    .replaceAll('shop.example', nginxHost)
    .replaceAll('/etc/ssl/kushi', folder)
    .replace('127.0.0.1:3000', `127.0.0.1:${web}`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${tls} `)
  mkdirSync(join(folder, 'nginx'))
  writeFileSync(join(folder, 'nginx/kushi.conf'), example)
  const parts = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (part) => `${part}_temp_path ${folder}/nginx/${part};`,
  )
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  const main = `${user}daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events {} http { ${parts.join(' ')} include ${folder}/nginx/kushi.conf; }`
  writeFileSync(join(folder, 'nginx.conf'), main)
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'inherit', 'inherit'] })
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${plain}/`, { redirect: 'manual' }).catch(() => null)
    if (answer?.status === 308) return child
    await wait(100)
  }
  child.kill('SIGTERM')
  return assert.fail('nginx did not start.')
}
