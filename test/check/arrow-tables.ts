/** Which folders of `src/` may import which, as `src/README.md` draws it. */
export interface ArrowTable {
  /**
   * Lines `a, b → c, d`, and `a ⇢ e` for what `a` reaches by dynamic import only (or for types, which
   * load nothing). A folder may have several. `main` and `mcp` are the files of that name.
   */
  readonly arrows: string;
  /** What a folder may import from beyond the repository, where that is not everything. */
  readonly outside: Readonly<Record<string, RegExp>>;
  /** The folders of the server from the top down; those with a comma between them are one step. */
  readonly server?: string;
}

/** The arrows of the architecture. */
export const ARCHITECTURE: ArrowTable = {
  arrows: `
    main → commands, terminal, flow, flags, render, profile, client
    main ⇢ bridge
    mcp → commands, bridge
    commands → terminal, flow, flags, render, profile, client
    commands ⇢ mcp, bridge, server, machine, demo
    terminal → render
    flow → client, sealing, profile
    bridge → client, profile, render
    server → sealing
    machine → sealing
    demo ⇢ server, machine
    main, mcp, commands, terminal, flow, flags, render, profile, client → contract, base
    bridge, server, machine, demo, sealing → contract, base
    contract → base
    base →
  `,
  outside: { contract: /^$/, base: /^node:/ },
  server: `
    http, mcp, openapi, machine-api, admin
    → statistics → hosted-urls → deliveries → skills → jobs → secrets → commands
    → machines → channels → alerts → issues → organisation → audit
    → catalogue, long-poll, access, database
  `,
};

/** The table that holds. */
export const ARROWS: ArrowTable = ARCHITECTURE;
