SELECT one.study, one.lab, one.session, min(one.number) AS number
    FROM evalrun.events one JOIN evalrun.events other
        ON other.study = one.study AND other.lab = one.lab AND other.session = one.session
            AND other.number = one.number AND other.hash <> one.hash
    WHERE (one.study, one.lab, one.session) IN (
        SELECT study, lab, session FROM evalrun.ranges
        GROUP BY study, lab, session HAVING count(DISTINCT origin) > 1)
    GROUP BY one.study, one.lab, one.session
