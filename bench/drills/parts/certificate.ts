import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Creates a certificate for this run: `fullchain.pem` and `privkey.pem` in the folder. */
export function makeCertificate(folder: string, host: string): void {
  const certificate = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-days', '1']
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...certificate], {
    stdio: 'ignore',
  })
}
