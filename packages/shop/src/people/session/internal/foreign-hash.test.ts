import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretBox } from '../../../secret-box.ts'
import { encodeEccubeHash, foreignPasswordCheck } from './foreign-hash.ts'

const secrets = secretBox(['0'.repeat(32)])
const sealedMagic = secrets.seal('o4k2jf9dm1')
const salt = '7e0d3c91aa'
const byHmac = createHmac('sha256', salt).update('椿の油2026:o4k2jf9dm1').digest('hex')

/** Published by the authors of the schemes: PHP's manual, phpass, passlib, Django's tests. */
test.each([
  ['bcrypt of PHP', 'rasmuslerdorf', '$2a$07$usesomesillystringfore2uDLvp1Ii2e./U9C8sBjqp8I90dH6hi'],
  // Made with libxcrypt.
  ['bcrypt, $2y$', 'Tsubaki2026', '$2y$07$BCryptRequires22Chrcte3wGKygnY/iXPuvUrzMR8f1xulwJ0TUO'],
  ['phpass', 'test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ['passlib', 'password', '$pbkdf2-sha256$8000$XAuBMIYQQogxRg$tRRlz8hYn63B9LYiCd6PRo6FMiunY9ozmMMI3srxeRE'],
  ['Django', 'lètmein', 'pbkdf2_sha256$10000$seasalt$CWWFdHOWwPnki7HvkcqN9iA2T3KLW1cf2uZ5kvArtVY='],
  ['EC-CUBE', '椿の油2026', encodeEccubeHash({ salt, hash: byHmac, sealedMagic })],
  // printf 'old:o4k2jf9dm1' | sha1sum
  ['EC-CUBE 2.4', 'old', encodeEccubeHash({ salt: '', hash: '4c3561bca608110d93ea6c712241da9340b33628', sealedMagic })],
])('%s: its password matches, no other does', async (_, password, stored) => {
  const check = foreignPasswordCheck(stored)!
  expect(await check(password, secrets)).toBe(true)
  expect(await check(`${password} `, secrets)).toBe(false)
  expect(await check('', secrets)).toBe(false)
})

test('a hash of EC-CUBE can’t be checked without the key of this installation', async () => {
  const stored = encodeEccubeHash({ salt, hash: byHmac, sealedMagic })
  expect(stored).not.toContain('o4k2jf9dm1')
  await expect(foreignPasswordCheck(stored)!('椿の油2026', secretBox(['1'.repeat(32)]))).rejects.toThrow('SECRET_KEY')
})

test.each([
  '',
  'plain',
  '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA',
  '$2y$07$short',
  '$2y$31$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTTOq',
  '$P$VIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0',
  '$pbkdf2-sha256$9999999$0ZrzXitFSGltTQnBWOsdeg$Y11AchqV4b0sUisdZd0Xr97KWoymNE0LNNrnEgY4H9M',
  '$pbkdf2-md5$6400$0ZrzXitFSGltTQnBWOsdeg$Y11AchqV4b0sUisdZd0Xr97KWoymNE0LNNrnEgY4H9M',
  '5f4dcc3b5aa765d61d8327deb882cf99',
])('%j is our own, unknown, or too costly for a login', (stored) => {
  expect(foreignPasswordCheck(stored)).toBeNull()
})
