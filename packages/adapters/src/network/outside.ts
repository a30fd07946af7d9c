import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Addresses that are not on the public internet: private networks, the machine itself, and special purposes (RFC 6890).
 */
const inner = new BlockList()
for (const [net, bits] of [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'] as const),
  ...([
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
  ] as const),
  '224.0.0.0/3',
].map((one) => one.split('/')))
  inner.addSubnet(net!, Number(bits), 'ipv4')
/**
 * In IPv6 only assigned addresses (2000::/3) can be public, except those that wrap another address or are for
 * documentation.
 */
const handedOut = new BlockList()
handedOut.addSubnet('2000::', 3, 'ipv6')
const wrapped = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  wrapped.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is not on the public internet: private networks, this machine, and special purposes. */
export function isInternalAddress(address: string): boolean {
  if (isIP(address) === 4) return inner.check(address, 'ipv4')
  return !handedOut.check(address, 'ipv6') || wrapped.check(address, 'ipv6')
}

class InsideAddress extends Error {
  readonly code = 'ERR_INSIDE_ADDRESS'
}
const refused = (host: string) => new InsideAddress(`${host} leads into the network of this machine`)

/**
 * `lookup` for a connection whose host was entered by an operator: rejects a name if any of its addresses is internal.
 * The connection uses the checked address. A host that is itself an IP address is never looked up: see `refuseInternalAddress`.
 */
export const publicOnlyLookup: LookupFunction = (host, options, done) =>
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    if (found.length === 0 || found.some(({ address }) => isInternalAddress(address))) return done(refused(host), '')
    if (options.all) return done(null, found)
    done(null, found[0]!.address, found[0]!.family)
  })

/**
 * Refuses a host that is an internal IP address, also in brackets.
 * @throws an error with the code ERR_INSIDE_ADDRESS
 */
export function refuseInternalAddress(host: string): void {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && isInternalAddress(address)) throw refused(host)
}

/** Whether a host currently resolves to an internal address; an unknown name does not. */
export async function resolvesToInternalAddress(host: string): Promise<boolean> {
  try {
    refuseInternalAddress(host)
    await new Promise((done, fail) => publicOnlyLookup(host, {}, (error, found) => (error ? fail(error) : done(found))))
    return false
  } catch (error) {
    return error instanceof InsideAddress
  }
}

/**
 * Whether requests may be sent to an address that an operator entered: https, and at present an external address. `local`: on a
 * developer's machine also http, and that machine.
 */
export async function isAllowedDestination(text: string, local: boolean): Promise<boolean> {
  const url = URL.parse(text)
  if (!url || url.username || url.password) return false
  if (local) return /^https?:$/.test(url.protocol)
  return url.protocol === 'https:' && !(await resolvesToInternalAddress(url.hostname))
}
