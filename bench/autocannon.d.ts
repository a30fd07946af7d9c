declare module 'autocannon' {
  export default function autocannon(options: object): Promise<unknown>
}
